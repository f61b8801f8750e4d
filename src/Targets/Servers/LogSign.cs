namespace DbIngest.Targets.Servers;

/// <summary>
/// Recognizes a log line that reports background work of a server, for example a checkpoint or a compaction.
/// <see cref="PrivateServerPlan.Signs"/> lists the signs of a database, and <see cref="LogWatch"/> looks for them. Immutable.
/// </summary>
/// <param name="Log">The log file, relative to the node's folder.</param>
/// <param name="Part">Text that the line must contain.</param>
/// <param name="Words">Meaning of the line for the result, for example <c>checkpoint began</c>.</param>
/// <param name="Without">Text that excludes a line, for example a system table. Null to exclude none.</param>
internal sealed record LogSign(string Log, string Part, string Words, string? Without = null)
{
    /// <summary>True if a log line matches.</summary>
    public bool IsIn(string line) => line.Contains(Part, StringComparison.Ordinal)
        && (Without is null || !line.Contains(Without, StringComparison.Ordinal));
}
