namespace DbIngest.Runner.Help;

/// <summary>
/// Usage, examples and exit codes of a verb. This file holds the guides of all verbs. <see cref="HelpText"/>,
/// <c>CommandLinePage</c> and <c>ExitCodesPage</c> show them, and the overview takes the first two examples of <c>run</c> and
/// the first of <c>compare</c>. <c>VerbAttribute</c> of the option class holds the verb's one-line description. After a change
/// run the verb <c>docs</c>: a test compares the pages.
/// </summary>
/// <param name="Usage">Syntax of the verb without the program's name. A bar with blanks separates alternatives.</param>
/// <param name="Examples">Working commands without the program's name, each with its effect.</param>
/// <param name="Codes">Exit codes of the verb besides 0, 2, 70 and 130, which every verb may return.</param>
internal sealed record VerbGuide(string Usage, IReadOnlyList<(string Command, string Does)> Examples,
    IReadOnlyList<ExitCode> Codes)
{
    private static readonly Dictionary<string, VerbGuide> All = new(StringComparer.Ordinal)
    {
        ["run"] = new(
            "[run] [options]",
            [
                ("", "SQLite, 8 sources, about a minute"),
                ("--db sqlite,postgres --records 10k..100k/10k", "two databases over ten sizes"),
                ("--db postgres --endpoint db.example:5432 --batch 100,1000", "a server that runs already"),
                ("--input meter.csv --db sqlite --records 100k",
                    "a recording, replayed by 8 sources ('sources export' writes one)"),
                ("--resume results/20260102T030405Z-sqlite", "resume an interrupted sweep"),
                ("--again results/20260102T030405Z-sqlite", "measure a result once more, and compare"),
            ],
            [ExitCode.AuditFailed, ExitCode.PointsMissing, ExitCode.ThresholdExceeded, ExitCode.Unreachable]),
        ["plan"] = new(
            "plan [options of run]",
            [("plan --study 1 --db postgres", "how long it takes, and how much disk")],
            [ExitCode.AuditFailed, ExitCode.PointsMissing, ExitCode.Unreachable]),
        ["advise"] = new(
            "advise --rate RATE --keep TIME --limit LIMIT [options] | advise DIR... [options]",
            [
                ("advise --rate 50k --keep 2y --limit p99:100ms --db sqlite,postgres",
                    "which of them hold 50,000 records/s, with what margin, and what disk two years take"),
                ("advise --resume results/20260102T030405Z-advice", "go on after an interruption"),
                ("advise results/20260102T030405Z-advice --keep 5y", "another question of what was measured"),
            ],
            [ExitCode.AuditFailed, ExitCode.PointsMissing]),
        ["report"] = new(
            "report DIR... [options]",
            [
                ("report results/A", "rebuild the summary and the report of one result"),
                ("report results/A results/B --out both", "one report of two results"),
                ("report results/A --reproduce study1", "with the findings of study 1 beside the figures"),
                ("report results/A --price 0.12EUR/h", "what a million records cost at this price"),
                ("report results/A --check", "whether anything in it was changed since it was written"),
            ],
            [ExitCode.AuditFailed, ExitCode.PointsMissing, ExitCode.ThresholdExceeded]),
        ["compare"] = new(
            "compare A... --against B... [options] | compare A B [options] | compare --history DIR... [options]",
            [
                ("compare results/A results/B", "the ratio B/A of each point, with its interval"),
                ("compare results/A1 results/A2 --against results/B1 results/B2",
                    "several runs a side, so that the interval holds what differs from run to run"),
                ("compare results/A results/B --threshold 10 || echo slower", "fail a build that got slower"),
                ("compare --history results/* --last 5 --threshold 5",
                    "what changed since when, and fail if it got slower lately"),
            ],
            [ExitCode.PointsMissing, ExitCode.ThresholdExceeded]),
        ["publish"] = new(
            "publish DIR... [options]",
            [("publish results/A results/B --out site", "a page of both that a browser opens from the disk")],
            [ExitCode.AuditFailed, ExitCode.PointsMissing]),
        ["archive"] = new(
            "archive DIR [options]",
            [("archive results/A --licence CC-BY-4.0", "one file for an archive or a reviewer")],
            [ExitCode.AuditFailed, ExitCode.PointsMissing]),
        ["verify"] = new(
            "verify [DIR] [options of run]",
            [("verify results/A", "read back what 'run --keep' left, and compare it with what was sent")],
            [ExitCode.AuditFailed, ExitCode.Unreachable]),
        ["serve"] = new(
            "serve --db NAME --endpoint WHERE [options]",
            [
                ("serve --db sqlite --endpoint meters.db", "a service of this machine, at http://127.0.0.1:8480"),
                ("serve --db postgres --endpoint db.example:5432 --listen 0.0.0.0:8480 --key-file keys.txt",
                    "for other machines, which need a key"),
            ],
            [ExitCode.Unreachable]),
        ["targets"] = new(
            "targets [options]",
            [
                ("targets", "which databases can be used now"),
                ("targets --db postgres", "everything about one: clients, durability contracts, what it needs"),
                ("targets --db postgres --endpoint db.example:5432", "whether a server can be reached"),
            ],
            []),
        ["cluster"] = new(
            "cluster up|check|size|stop|down|render FILE [options]",
            [
                ("cluster up clusters/examples/cassandra-study1.yaml", "four nodes, all serving, in one command"),
                ("cluster check clusters/examples/cassandra-study1.yaml",
                    "whether they are as the file says, and what network and disks can do"),
                ("--cluster clusters/examples/cassandra-study1.yaml", "measure them"),
                ("cluster down clusters/examples/cassandra-study1.yaml --remove-data", "and nothing is left of them"),
            ],
            [ExitCode.Unreachable]),
        ["sources"] = new(
            "sources inspect PATH [options] | sources export PATH --format FORMAT [options]",
            [
                ("sources export meter.csv --format csv --records 100k", "write synthetic equipment"),
                ("sources inspect meter.csv", "what a recording holds, and how it was read"),
            ],
            []),
        ["completion"] = new(
            "completion bash|zsh|powershell",
            [("completion bash", "what a line eval \"$(dbingest completion bash)\" in ~/.bashrc runs")],
            []),
        ["docs"] = new(
            "docs [DIR] [--check]",
            [
                ("docs", "write docs/reference anew, in the root of the repository"),
                ("docs --check", "name the pages that differ"),
            ],
            [ExitCode.ThresholdExceeded]),
    };

    /// <summary>Returns the guide of a verb by its name. A verb without one gets the usage <c>VERB [options]</c> only.</summary>
    public static VerbGuide Of(string verb) => All.GetValueOrDefault(verb) ?? new VerbGuide($"{verb} [options]", [], []);
}
