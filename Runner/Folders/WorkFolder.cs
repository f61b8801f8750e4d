using DbIngest.Core.Folders;

namespace DbIngest.Runner.Folders;

/// <summary>
/// Creates the folder for the files of a command's targets and recordings. <c>run</c>, <c>plan</c>, <c>verify</c> and
/// <c>serve</c> create one folder per command, source processes on other hosts one each. Creating a folder also removes those
/// that killed runs left in the same parent, as <see cref="OwnedFolder"/> says.
/// </summary>
internal static class WorkFolder
{
    private const string Prefix = "dbingest-work-";
    private const string SourcePrefix = "dbingest-source-";

    /// <summary>Removes abandoned folders from a parent, and creates a folder there.</summary>
    /// <param name="chosen">The parent from <c>--work-folder</c>. Null if the user did not choose.</param>
    /// <param name="otherwise">The parent if the user did not choose. Either parent is created when missing.</param>
    /// <param name="isResumed">True for a resumed sweep, whose results are where they are: it refuses <c>--out</c>.</param>
    /// <exception cref="UsageException">The folder cannot be created.</exception>
    public static OwnedFolder Create(string? chosen, string otherwise, bool isResumed = false)
    {
        string parent = chosen ?? otherwise;
        string option = chosen is null && !isResumed && otherwise != Path.GetTempPath() ? "--out" : "--work-folder";
        if (Path.GetFullPath(parent).Any(char.IsControl))
        {
            // Processes are found by the folder in their command lines, where a line break would stand for several folders.
            throw new UsageException(
                $"{option}: the path of the folder has a line break or another control character; name a folder without.");
        }

        try
        {
            Directory.CreateDirectory(parent);

            // The name is short, because servers put Unix sockets below it, whose paths have at most about 100 characters.
            string path = Path.Combine(Path.GetFullPath(parent), Prefix + Guid.NewGuid().ToString("N")[..8]);
            Directory.CreateDirectory(path);
            return OwnedFolder.Own(path, Prefix);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"{option}: no folder can be made in {parent} ({exception.Message.TrimEnd('.')}); name a writable one.");
        }
    }

    /// <summary>
    /// Creates a folder for a source process on another host, in that host's folder for temporary files. Only the user of the
    /// process may enter it.
    /// </summary>
    /// <exception cref="IOException">The folder cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be created.</exception>
    public static OwnedFolder OfSource() => OwnedFolder.Temporary(SourcePrefix);
}
