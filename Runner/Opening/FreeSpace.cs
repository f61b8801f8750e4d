namespace DbIngest.Runner.Opening;

/// <summary>
/// Reads the free space of the disk on which a folder lies or would be created. <c>PlanVerb</c> compares it with its estimate. A
/// disk that cannot be read gives null and no error.
/// </summary>
internal static class FreeSpace
{
    /// <summary>Bytes that this user may still write below a folder. Null if the filesystem does not tell.</summary>
    /// <param name="folder">The folder, which need not exist. Symbolic links in its path are followed.</param>
    public static long? Under(string folder)
    {
        try
        {
            var existing = new DirectoryInfo(Path.GetFullPath(folder));
            while (!existing.Exists && existing.Parent is { } parent)
            {
                existing = parent;
            }

            // Windows knows drives only. Elsewhere any folder names its filesystem.
            return new DriveInfo(OperatingSystem.IsWindows() ? existing.Root.FullName : existing.FullName).AvailableFreeSpace;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }
}
