namespace DbIngest.Runner;

/// <summary>
/// The exit codes of the process, part of the command line's contract (docs/reference/exit-codes.md).
/// <see cref="Help.ExitCodeHelp"/> explains them in the help.
/// </summary>
internal enum ExitCode
{
    /// <summary>The command succeeded.</summary>
    Done = 0,

    /// <summary>An argument, configuration or result folder is invalid. Nothing was measured.</summary>
    BadArguments = 2,

    /// <summary>A trial failed its audit, so that its figures are invalid.</summary>
    AuditFailed = 3,

    /// <summary>Some points could not be completed, or a plan found that they cannot be. The result lacks them.</summary>
    PointsMissing = 4,

    /// <summary>
    /// A gate failed: a point is certainly beyond <c>--fail-below</c>, <c>--fail-above</c>, <c>--fail-slower</c> or the threshold
    /// of <c>compare</c>. Or <c>report --check</c> found a change, or <c>docs --check</c> a difference.
    /// </summary>
    ThresholdExceeded = 5,

    /// <summary>A database cannot be reached.</summary>
    Unreachable = 69,

    /// <summary>This program has a defect.</summary>
    InternalError = 70,

    /// <summary>The user interrupted. Finished trials are kept and the sweep can be resumed.</summary>
    Interrupted = 130,
}
