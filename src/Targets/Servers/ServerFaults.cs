namespace DbIngest.Targets.Servers;

/// <summary>
/// Looks whether a private server can go on at all. Asked by targets for the lanes of a trial, while it is under way: it asks the
/// system alone, never the server.
/// </summary>
internal static class ServerFaults
{
    /// <summary>A database that has less room than this writes nothing more.</summary>
    private const long LeastFreeBytes = 1 << 20;

    /// <summary>Why it cannot go on.</summary>
    /// <param name="product">Its name for people.</param>
    /// <param name="isRunning">Whether any of its processes runs.</param>
    /// <param name="folder">Its folder.</param>
    /// <returns>A sentence; null where nothing is known against it.</returns>
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
