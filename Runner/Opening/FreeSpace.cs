namespace DbIngest.Runner.Opening;

/// <summary>Reads the free space of a disk. <c>PlanVerb</c> compares it with its estimate.</summary>
internal static class FreeSpace
{
    /// <summary>Bytes that this user may still write below a folder. Null if the filesystem does not tell.</summary>
    /// <param name="folder">The folder, which need not exist. Symbolic links in its path are not followed.</param>
    public static long? Under(string folder)
    {
        try
        {
            // The longest mount point that contains the folder is its filesystem.
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
