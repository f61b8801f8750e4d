namespace DbIngest.Runner;

/// <summary>What the process returns; part of the command line's contract (docs/reference/exit-codes.md).</summary>
internal enum ExitCode
{
    /// <summary>Done.</summary>
    Done = 0,

    /// <summary>An argument, a configuration or a result folder is bad: nothing was measured.</summary>
    BadArguments = 2,

    /// <summary>A trial failed its audit: its figures are invalid.</summary>
    AuditFailed = 3,

    /// <summary>Some points could not be completed, or by a plan cannot be: they are missing values in the result.</summary>
    PointsMissing = 4,

    /// <summary>A gate failed: a point is surely beyond <c>--fail-below</c>, <c>--fail-above</c> or <c>--fail-slower</c>, or <c>compare</c>'s threshold.</summary>
    ThresholdExceeded = 5,

    /// <summary>A database is not reachable.</summary>
    Unreachable = 69,

    /// <summary>A fault of this program.</summary>
    InternalError = 70,

    /// <summary>Interrupted; what was measured is kept and can be resumed.</summary>
    Interrupted = 130,
}
