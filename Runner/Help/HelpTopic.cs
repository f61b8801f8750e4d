using DbIngest.Core.Plan;

namespace DbIngest.Runner.Help;

/// <summary>
/// A topic of the help: a subject with options that several verbs share. <see cref="HelpText"/> and <c>CommandLinePage</c> show
/// it. A new option belongs in the list of a topic, or help shows it under "Other options". A test checks that each listed
/// option exists.
/// </summary>
/// <param name="Name">The word for <c>help NAME</c>.</param>
/// <param name="Summary">The subject in a few words.</param>
/// <param name="Options">Long names of the options, without dashes, in the order of the help.</param>
/// <param name="Text">The paragraphs.</param>
/// <param name="Examples">Options in use, with their effects.</param>
internal sealed record HelpTopic(
    string Name,
    string Summary,
    IReadOnlyList<string> Options,
    IReadOnlyList<string> Text,
    IReadOnlyList<(string Command, string Does)> Examples)
{
    /// <summary>All topics in the order of the help.</summary>
    public static IReadOnlyList<HelpTopic> All { get; } =
    [
        new(
            "axes",
            "what is measured: lists, ranges, points",
            [.. SweepAxes.TargetFirst.Where(axis => axis.OptionKind != AxisOption.Part)
                .Select(axis => axis.Option), "study", "launcher", "host-program"],
            [
                "An option that takes a list is an axis; every combination of their values is a point, and every point is "
                + "measured --trials times.",
                "A list is separated by commas without spaces: 1000,5000. A range is FROM..TO/STEP: 10k..100k/10k. Suffixes "
                + "are k (thousand), M (million) and G (billion).",
                "A name of --client or --durability applies to each database that has it.",
                "An option of an endpoint that is given a list is an axis too: --endpoint 'db.example?rows=100,200'.",
            ],
            [
                ("--records 1k,10k..50k/10k", "six sizes"),
                ("--sources 5+3", "eight sources in two processes"),
                ("--db postgres --sources 5@alpha+3@beta --endpoint db.example", "the same on two hosts, reached by ssh"),
                ("--batch 100,1000 --in-flight 1,4", "four points of each size"),
            ]),
        new(
            "trials",
            "how often, in what order, how sure",
            [
                "trials", "warmup", "find", "find-rates", "precision", "max-trials", "confidence", "ab", "blocks", "isolate",
                    "order", "seed",
                    "rehearsal", "retries", "retry-delay",
                "fail-below", "fail-above", "fail-slower", "allow-busy",
            ],
            [
                "Each point is measured --trials times; the first --warmup of them are discarded, the others give the interval.",
                "With --find, each point is a search for the highest rate of arrivals that holds a limit.",
                "With --precision, each point gets as many trials as its interval needs, up to --max-trials.",
                "Trials of all points are interleaved, so that a machine that warms up or slows down does so for all of them. "
                + "--ab runs the two values of an axis in pairs, "
                    + "which tells smaller differences apart.",
            ],
            [
                ("--trials 33 --confidence 0.99", "30 measured trials of each point, 99 % intervals"),
                ("--precision 2% --max-trials 50", "trials go on until each interval is +-2 %, 50 at most"),
                ("--find p99:50ms --duration 10s", "the highest rate at which 99 % of the batches answer within 50 ms"),
                ("--batch 100,1000 --ab batch --fail-slower 5",
                    "two batch sizes in pairs; exit code 5 if 1000 is surely slower by 5 %"),
            ]),
        new(
            "databases",
            "where they are, and passwords",
            ["endpoint", "container", "password-file", "work-folder", "request-timeout", "server-memory", "server-cpus",
                "plugin"],
            [
                "Without --endpoint a run measures the server that answers at the database's usual port of this machine, or "
                + "else a private server, which it starts and removes at its end: 'targets --db NAME' says which of the two. "
                + "PostgreSQL and MariaDB always get a private server. With --endpoint, a server that runs already is measured.",
                "With --container, docker or podman starts the vendor's image as the run's own server, or the image that is "
                + "named; it is removed at the end.",
                "A password comes from the environment variable DBINGEST_<DB>_PASSWORD or from --password-file; it is never "
                + "written to a file or a log.",
            ],
            [
                ("--db postgres --endpoint 'postgres://ingest@db.example/bench?sslmode=verify-full&sslrootcert=ca.pem'",
                    "with TLS and a certificate authority"),
                ("--db sqlite,postgres --endpoint postgres=db.example:5432", "one of two databases elsewhere"),
                ("--db cassandra --sources 8 --container", "Cassandra in a container, of the vendor's image"),
                ("--plugin MyDatabase.dll --db mydatabase,sqlite", "a database of your own, beside another"),
            ]),
        new(
            "clusters",
            "deployments: databases of one node or several, from files",
            ["cluster", "remove-data"],
            [
                "A deployment is a file: the database, who runs its nodes, how many they are or where, and their settings. "
                + "'cluster up FILE' brings it up, --cluster FILE measures it, 'cluster down FILE --remove-data' leaves "
                + "nothing of it.",
                "The shortest file has two lines, 'database: postgres' and 'provider: local'. clusters/examples has more; "
                + "with clusters/deployment.schema.json an editor completes the keys.",
                "provider local starts the nodes on this machine, at 127.0.0.1, 127.0.0.2 and so on; ssh on your hosts, "
                + "compose as containers, kubernetes as pods. A state file beside the deployment file records what was made. "
                + "A deployment file never contains a password: it names the environment variable that holds it.",
                "Several deployments are an axis: one node against four, or two settings, are one sweep.",
            ],
            [
                ("cluster up clusters/examples/cassandra-study1.yaml", "four nodes on this machine"),
                ("--cluster clusters/examples/cockroach-one.yaml,clusters/examples/cockroach-four.yaml --ab cluster",
                    "one node against four, in pairs"),
            ]),
        new(
            "input",
            "recordings instead of the synthetic meter",
            ["input", "input-options", "on-bad-row", "format", "source"],
            [
                "A recording is a file, a folder or a pattern; its format is detected. 'sources inspect PATH' says how it is "
                + "read, before anything is measured.",
                "A row that cannot be read stops the run; --on-bad-row skip leaves it out and counts it.",
            ],
            [("--input 'meters/*.csv' --input-options 'delimiter=;,missing=?' --on-bad-row skip",
                "CSV files with their own delimiter and mark of missing values")]),
        new(
            "results",
            "files, names, resuming, comparing",
            ["out", "name", "resume", "again", "ycsb", "property", "force", "keep", "quiet", "verbose", "json",
                "dashboard", "otlp", "price", "reproduce",
                "score", "hdr", "against", "threshold", "gate"],
            [
                "A run makes results/<time>-<name>/ with report.html, report.md, figures/, summary.json, summary.csv, "
                + "samples.csv, the journal trials.jsonl and run.log.",
                "The journal is the only truth: 'report DIR' rebuilds everything else, 'run --resume DIR' goes on after an "
                + "interruption or a crash, 'compare A B' says how two results differ.",
                "--dashboard shows a running sweep in a browser; --otlp exports it to a collector of OpenTelemetry.",
            ],
            [
                ("--name nightly --out /srv/results", "into /srv/results/<time>-nightly"),
                ("--price 0.12EUR/h,0.08EUR/GB-month,50k/s", "what a million records cost, and a month at 50,000 a second"),
            ]),
    ];

    /// <summary>Returns the topic of an option. Null for an option without a topic.</summary>
    /// <param name="option">Long name of the option, without dashes.</param>
    public static HelpTopic? Of(string option) =>
        All.FirstOrDefault(topic => topic.Options.Contains(option, StringComparer.Ordinal));
}
