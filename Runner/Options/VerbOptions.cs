using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>run</c>.</summary>
[Verb("run", HelpText = "Measure: run a sweep (the default verb).")]
internal sealed class RunOptions : SweepOptions
{
    [Option("out", MetaValue = "DIR", HelpText = $"Where the result folder is made. Default: {Defaults.Out}.")]
    public string? Out { get; init; }

    [Option("name", MetaValue = "NAME", HelpText = "The sweep's name, part of the result folder's: letters, digits, '.', '_', '-'. "
        + "Default: the databases. Maximum: 60 characters.")]
    public string? Name { get; init; }

    [Option("resume", MetaValue = "DIR", HelpText = "Go on with an interrupted sweep. Its options are taken from the folder; a different one is refused.")]
    public string? Resume { get; init; }

    [Option("keep", HelpText = "Leave the last trial's data in the database, for 'verify'.")]
    public bool Keep { get; init; }

    [Option('q', "quiet", HelpText = "Print nothing but errors and the result.")]
    public bool Quiet { get; init; }

    [Option('v', "verbose", HelpText = "Print each trial and what is in the log.")]
    public bool Verbose { get; init; }

    [Option("json", HelpText = "Print the summary as JSON on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}

/// <summary><c>plan</c>.</summary>
[Verb("plan", HelpText = "Say what a run would do and take, from a short pilot; measure nothing else.")]
internal sealed class PlanOptions : SweepOptions
{
    [Option("out", MetaValue = "DIR", HelpText = $"Where the run would make its result folder. Default: {Defaults.Out}.")]
    public string? Out { get; init; }

    [Option("json", HelpText = "Print the plan as JSON.")]
    public bool Json { get; init; }
}

/// <summary><c>verify</c>.</summary>
[Verb("verify", HelpText = "Audit the data in a database: what 'run --keep' left, or what another program wrote.")]
internal sealed class VerifyOptions : SweepOptions
{
    [Value(0, MetaName = "DIR", HelpText = "The result folder of a 'run --keep'. Without it, the options say what must be there.")]
    public string? Folder { get; init; }

    [Option("json", HelpText = "Print the verdict as JSON.")]
    public bool Json { get; init; }
}

/// <summary><c>targets</c>.</summary>
[Verb("targets", HelpText = "List the databases: contracts, clients, what each needs, and whether it can be reached.")]
internal sealed class TargetsOptions : DatabaseOptions
{
    [Option("json", HelpText = "Print the list as JSON.")]
    public bool Json { get; init; }
}

/// <summary><c>report</c>.</summary>
[Verb("report", HelpText = "Rebuild the summary of result folders from their journals alone.")]
internal sealed class ReportOptions
{
    [Value(0, MetaName = "DIR...", HelpText = "Result folders.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("json", HelpText = "Print the summaries as a JSON array.")]
    public bool Json { get; init; }
}

/// <summary><c>compare</c>.</summary>
[Verb("compare", HelpText = "Compare two results, point by point: ratios B/A with their intervals.")]
internal sealed class CompareOptions
{
    [Value(0, MetaName = "A B", HelpText = "Two result folders: the baseline, and what is compared with it.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("threshold", MetaValue = "PERCENT", HelpText = "How much slower B may be: exit code 5 when a point is slower by more, beyond its interval. "
        + $"Default: {Defaults.Threshold}. Maximum: 99.")]
    public string? Threshold { get; init; }

    [Option("json", HelpText = "Print the comparison as JSON.")]
    public bool Json { get; init; }
}

/// <summary><c>worker</c>: a source process, started by <c>run</c> and spoken to over its standard streams.</summary>
[Verb("worker", Hidden = true, HelpText = "A source process of a run; not for people.")]
internal sealed class WorkerOptions;
