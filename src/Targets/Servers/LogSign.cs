namespace DbIngest.Targets.Servers;

/// <summary>
/// A line by which a server's log tells of work that nobody asked it for: a checkpoint, a compaction.
/// <see cref="PrivateServerPlan.Signs"/> lists them.
/// </summary>
/// <param name="Log">The log file, relative to the node's folder.</param>
/// <param name="Part">The part of the line by which it is known.</param>
/// <param name="Words">What it tells: <c>checkpoint began</c>.</param>
/// <param name="Without">A part that other lines have: of system tables, for example. Null if there are none.</param>
internal sealed record LogSign(string Log, string Part, string Words, string? Without = null)
{
    /// <summary>True if a line is one.</summary>
    public bool IsIn(string line) => line.Contains(Part, StringComparison.Ordinal)
        && (Without is null || !line.Contains(Without, StringComparison.Ordinal));
}
