namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Follows symbolic links. Searches for servers' programs, descriptions of disks, inputs and targets in files use it, since what
/// lies beside a link, or its length and time, says nothing of the file behind it. It opens no file.
/// </summary>
public static class Links
{
    /// <summary>Follows a link, and the links behind it, to their end. Links of folders on the way stay.</summary>
    /// <param name="path">An existing file or folder.</param>
    /// <returns>The full path at the end of the links, where nothing need be. The full path itself if it is no link.</returns>
    /// <exception cref="IOException">Nothing is there, or the links lead in a circle.</exception>
    public static string Followed(string path) =>
        File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path);
}
