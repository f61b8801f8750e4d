namespace DbIngest.Targets.Servers;

/// <summary>
/// Checks whether a private server can still serve. <see cref="ServerTarget{TTable}.ServerFault"/> calls it when
/// <c>TurnAttempts</c> has a failed attempt or <c>LocalIngestRun</c> waits too long for a lane, so several threads may call it
/// during a trial. It asks the operating system only, and must never contact the server.
/// </summary>
internal static class ServerFaults
{
    /// <summary>Free bytes below which a disk counts as full for a database.</summary>
    private const long LeastFreeBytes = 1 << 20;

    /// <summary>Names the fault.</summary>
    /// <param name="product">Name of the product, for the message.</param>
    /// <param name="isRunning">True if any of the server's processes runs.</param>
    /// <param name="folder">The server's folder.</param>
    /// <returns>One sentence. Null if no fault is known.</returns>
    public static string? Of(string product, bool isRunning, string folder) =>
        !isRunning ? $"The {product} server that was started for this run has ended."
        : IsFull(folder)
            ? $"The disk that the {product} server of this run writes to, under {folder}, is full: give a --work-folder with "
                + $"more room, or fewer records."
        : null;

    private static bool IsFull(string folder)
    {
        try
        {
            return new DriveInfo(folder).AvailableFreeSpace < LeastFreeBytes;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }
}
