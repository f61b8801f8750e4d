namespace DbIngest.Runner;

/// <summary>
/// The exit codes of the process, part of the command line's contract (docs/reference/exit-codes.md): scripts test the numbers,
/// so a number must never change. Verbs return them and <c>ProgramExit</c> maps exceptions to them.
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

    /// <summary>
    /// The result lacks some points or could not be written, or this machine lacks memory, disk space or the like, or standard
    /// output takes nothing more, or a plan found that the disk is too small.
    /// </summary>
    PointsMissing = 4,

    /// <summary>
    /// A gate failed: a point is beyond <c>--fail-below</c>, <c>--fail-above</c>, <c>--fail-slower</c> or the threshold of
    /// <c>compare</c>. Or <c>report --check</c> found a change, or <c>docs --check</c> a difference.
    /// </summary>
    ThresholdExceeded = 5,

    /// <summary>A database, or a host of the sources, cannot be reached, refuses the login, or was lost during a sweep.</summary>
    Unreachable = 69,

    /// <summary>This program has a defect.</summary>
    InternalError = 70,

    /// <summary>The user interrupted the command. A sweep keeps its finished trials and can be resumed.</summary>
    Interrupted = 130,
}
