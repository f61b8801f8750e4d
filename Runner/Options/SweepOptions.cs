using CommandLine;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Declares the options that say what to measure, which <c>run</c>, <c>plan</c>, <c>verify</c> and <c>advise</c> share.
/// <see cref="SweepRequestReader"/> reads them. Null means that the user gave nothing. Defaults stand in
/// <see cref="Defaults"/>, largest values in <see cref="NonAxisLimits"/>, and both for axes in <see cref="SweepAxes"/>.
/// Manifests store arguments by the names of the options, so that a renamed option breaks <c>--resume</c> and <c>--again</c>.
/// </summary>
internal abstract class SweepOptions : DatabaseOptions, IAxisOptions
{
    /// <summary>
    /// The options of the axes, each as <c>name=value</c>. <see cref="AxisArguments"/> derives them from <see cref="SweepAxes"/>
    /// and rewrites them for the parser.
    /// </summary>
    [Option(AxisArguments.Option, Hidden = true)]
    public IEnumerable<AxisArgument> Axes { get; init; } = [];

    /// <summary>Returns the text that the user gave to the option of an axis, or null.</summary>
    public string? TextOf(Axis axis) =>
        Axes.FirstOrDefault(argument => argument.Option == axis.Option)?.Value;

    [Option("trials", MetaValue = "N",
        HelpText = $"Trials of each point, warm-up included. Default: {Defaults.Trials}. Maximum: 1000.")]
    public WholeNumberValue? Trials { get; init; }

    [Option("precision", MetaValue = "PERCENT",
        HelpText = "Run further trials of a point until its interval is this narrow: 2% is 2 % of the throughput to "
            + "either side. A point then gets at least --trials, and at least ten measured ones. Minimum: 0.1%. "
            + "Maximum: 50%.")]
    public PercentValue? Precision { get; init; }

    [Option("max-trials", MetaValue = "N",
        HelpText = $"With --precision: most trials of a point, warm-up included. Default: {Defaults.MaxTrials}. Maximum: "
            + "1000.")]
    public WholeNumberValue? MaxTrials { get; init; }

    [Option("find", MetaValue = "LIMIT",
        HelpText = "Search the highest rate of arrivals that holds a limit at each point, instead of measuring given rates: "
            + "p99:50ms (p50 to p99.9 of the response time; us, ms or s), backlog:1000 (batches waiting at the end) or "
            + "errors:1% (records given up or retried). A search takes --trials, by default 43 with 3 of warm-up, each of "
            + "--duration, by default 10s; it ends before them once its interval is as narrow as --precision, if given.")]
    public string? Find { get; init; }

    [Option("find-rates", MetaValue = "LOW..HIGH",
        HelpText = "With --find: the rates that are searched, in records a second over all sources: 10k..1M, or "
            + "10k..1M:poisson. Default: from 100 batches a trial to 1,000 times as many.")]
    public string? FindRates { get; init; }

    [Option("warmup", MetaValue = "N",
        HelpText = $"Leading trials of each point, which are discarded. Default: {Defaults.WarmUp}, or one less than the "
            + "trials when they are fewer. Maximum: one less than the trials.")]
    public WholeNumberValue? WarmUp { get; init; }

    [Option("isolate",
        HelpText = "One deployment at a time: start a target fresh, run the trials of its points, and end it before the "
            + "next one starts, so that no idle server takes memory or CPU. Default: on if idle servers would take "
            + "more than 25 % of the memory or 5 % of the CPU; otherwise all targets stay open for the whole sweep.")]
    public bool Isolate { get; init; }

    [Option("blocks", MetaValue = "N",
        HelpText = "Number of deployments on which each point is measured. The seed decides their order, and each has all "
            + "trials with their warm-up. Includes --isolate. Intervals then contain the variance between deployments. 0 "
            + "keeps all targets open, however much memory and CPU they take. Default: 1 with --isolate. Maximum: 100.")]
    public WholeNumberValue? Blocks { get; init; }

    [Option("ab", MetaValue = "AXIS",
        HelpText = "Compare the two values of an axis in pairs: client, batch, durability, db, endpoint (an option of it "
            + "with two values), side, ... Trials that differ in nothing else run one after the other; the seed "
            + "draws which comes first. The result states for each point which value is faster.")]
    public string? Ab { get; init; }

    [Option("rehearsal", MetaValue = "SECONDS",
        HelpText = "Longest time to run each kind of point and the client's ceiling before the first trial, until the "
            + "code is warm. 0 skips it, for a dry run whose figures do not count. Default: the environment "
            + $"variable {RehearsalVariable}, if set, else {Defaults.Rehearsal}. Maximum: 600.")]
    public DecimalValue? Rehearsal { get; init; }

    /// <summary>Environment variable with the default of <c>--rehearsal</c>. Machines that only run tests set it to 0.</summary>
    public const string RehearsalVariable = "DBINGEST_REHEARSAL";

    [Option("container", MetaValue = "[[DB=]IMAGE]",
        HelpText = "Start the server in a container, by docker or podman, and remove it after the run: from IMAGE, or "
            + "else from the vendor's image; with several databases, one DB=IMAGE each (repeatable). Its data lie "
            + "in a volume of the engine. Default: no container.")]
    public IEnumerable<string> Containers { get; init; } = [];

    [Option("server-memory", MetaValue = "SIZE",
        HelpText = "Most memory of a private server, or of each of its nodes, page cache included: 512M, 2G. Enforced by "
            + "a control group or systemd; refused without either. Default: no limit. Minimum: 64M.")]
    public SizeValue? ServerMemory { get; init; }

    [Option("server-cpus", MetaValue = "N",
        HelpText = "Most cores of a private server, or of each of its nodes: 2, 0.5. Enforced as --server-memory. "
            + "Default: no limit. Minimum: 0.1. Maximum: 1024.")]
    public DecimalValue? ServerCpus { get; init; }

    [Option("launcher", MetaValue = "NAME|COMMAND",
        HelpText = "Starts source processes on the hosts that --sources names: ssh, docker, podman, kubectl, srun, or a "
            + "command that contains {host} and {command}. It must forward standard input and output. Default: ssh.")]
    public string? Launcher { get; init; }

    /// <summary>The folder in which a stored launcher was given. Null for the current one.</summary>
    public string? LauncherFolder { get; set; }

    [Option("host-program", MetaValue = "PATH|copy",
        HelpText = "Path of this program, in the same build, on the hosts that --sources names. copy: the run copies the program "
            + "into the user's cache folder there, where the next run finds it. Default: the path on this machine.")]
    public string? HostProgram { get; init; }

    [Option("order", MetaValue = "NAME",
        HelpText = "Order of the trials: interleaved (rounds over all points in a seeded order), shuffled, "
        + $"or rising (study 1's). Default: {Defaults.Order}.")]
    public Choice<SweepOrder>? Order { get; init; }

    [Option("seed", MetaValue = "N",
        HelpText = "Seed of the schedule and of the synthetic data, 64 bits. With --ab the schedule gets a fresh seed "
            + $"unless this is given; the manifest records it. Default: {Defaults.Seed}.")]
    public SeedValue? Seed { get; init; }

    [Option("confidence", MetaValue = "P",
        HelpText = $"Confidence level of the intervals. Default: {Defaults.Confidence}. Minimum: 0.8. Maximum: 0.999.")]
    public DecimalValue? Confidence { get; init; }

    [Option("input", MetaValue = "PATH", HelpText = "Replay recorded data instead of the synthetic three-phase meter.")]
    public string? Input { get; init; }

    [Option("input-options", MetaValue = "KEY=VALUE,...",
        HelpText = "How to read the input: delimiter, columns, dates, missing marks, encoding. "
        + "Default: detected from the file.")]
    public string? InputOptions { get; init; }

    [Option("on-bad-row", MetaValue = "NAME",
        HelpText = "How to treat an input row that cannot be parsed: stop, or skip and count it. Default: "
            + $"{Defaults.OnBadRow}.")]
    public Choice<BadRowAction>? OnBadRow { get; init; }

    [Option("study", MetaValue = "N",
        HelpText = "Follow a published protocol: 1 is 8 sources as 5+3, 10,000 to 330,000 records each, 13 trials with 3 "
            + "warm-up; 2 is reads and updates in five mixes (study2-a to study2-e) by 32 lanes, on 10,000 and 100,000 records "
            + "with as many operations, 13 trials with 3 warm-up, or 8 with --records 1M; 3 is three mixes through the service by "
            + "1 to 1,000 lanes, 6 trials with 1 warm-up; 4 is 300 requests/s of one method through the service by two thread "
            + "models, 13 trials with 3 warm-up. Other options are allowed and labelled as deviations.")]
    public WholeNumberValue? Study { get; init; }

    [Option("ycsb", MetaValue = "FILE",
        HelpText = "Take mix, records, threads, bytes of a record, rate and time from a workload file of YCSB's core "
            + "workload. A property that DbIngest cannot follow is refused by name, and the run lists those that change "
            + "nothing here. Other options are allowed and labelled as deviations.")]
    public string? Ycsb { get; init; }

    [Option('p', "property", MetaValue = "KEY=VALUE",
        HelpText = "With --ycsb: a property that replaces the file's, as YCSB's own -p (repeatable).")]
    public IEnumerable<string> Properties { get; init; } = [];

    [Option("retries", MetaValue = "N",
        HelpText = "Attempts after the first before a batch is given up. Some databases have their own default. Default: "
            + $"{Defaults.Retries}. Maximum: 100.")]
    public WholeNumberValue? Retries { get; init; }

    [Option("retry-delay", MetaValue = "SECONDS",
        HelpText = "Pause before the first retry; it doubles with each further one. Some databases have their own "
            + $"default. Default: {Defaults.RetryDelay}. Maximum: 30.")]
    public DecimalValue? RetryDelay { get; init; }
}
