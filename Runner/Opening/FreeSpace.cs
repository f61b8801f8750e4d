namespace DbIngest.Runner.Opening;

/// <summary>Space on the disk under a folder.</summary>
internal static class FreeSpace
{
    /// <summary>Bytes that this user may still write there, or null when the filesystem does not tell.</summary>
    public static long? Under(string folder)
    {
        try
        {
            // The innermost mount point that the folder lies below.
            string full = Path.GetFullPath(folder);
            return DriveInfo.GetDrives()
                .Where(d => d.IsReady && IsBelow(full, d.RootDirectory.FullName))
                .OrderByDescending(d => d.RootDirectory.FullName.Length)
                .FirstOrDefault()?.AvailableFreeSpace;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool IsBelow(string folder, string root) =>
        folder == root || folder.StartsWith(root.EndsWith('/') ? root : root + "/", StringComparison.Ordinal);
}
