namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Follows symbolic links to the file or folder behind them. Callers need its folder, length or time, which differ from those of
/// the link: searches for the programs of servers, descriptions of disks, inputs of a run, and targets that are files. Opens no
/// file.
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
