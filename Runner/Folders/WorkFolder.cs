namespace DbIngest.Runner.Folders;

/// <summary>
/// Owns a folder of this run for the files of its targets and removes it at the end. The verbs that open databases create one per
/// command, source processes on other hosts one each. The next run removes folders of killed runs, which it recognizes by their
/// abandoned lock file; it never removes a folder that a living process has locked, nor one with another name.
/// </summary>
internal sealed class WorkFolder : IDisposable
{
    private const string Prefix = "dbingest-work-";
    private const string SourcePrefix = "dbingest-source-";
    private const string LockName = ".lock";

    /// <summary>A folder this young may belong to a living source process that has not locked it yet.</summary>
    private static readonly TimeSpan Young = TimeSpan.FromSeconds(10);

    private readonly FileStream _lock;

    private WorkFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
    }

    /// <summary>Path of the folder.</summary>
    public string Path { get; }

    /// <summary>Creates a folder, after it removed abandoned ones from the same parent.</summary>
    /// <param name="chosen">The parent from <c>--work-folder</c>, created when missing. Null if the user did not choose.</param>
    /// <param name="otherwise">The parent if the user did not choose.</param>
    /// <exception cref="UsageException">The folder cannot be created.</exception>
    public static WorkFolder Create(string? chosen, string otherwise)
    {
        string parent = chosen ?? otherwise;
        try
        {
            Directory.CreateDirectory(parent);
            RemoveStale(parent, Prefix, TimeSpan.Zero);

            // The name is short, because the path of a Unix socket below it is limited to about a hundred characters.
            string path = System.IO.Path.Combine(System.IO.Path.GetFullPath(parent), Prefix + Guid.NewGuid().ToString("N")[..8]);
            Directory.CreateDirectory(path);
            return new WorkFolder(path, Lock(path));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            string option = chosen is null ? "--out" : "--work-folder";
            throw new UsageException(
                $"{option}: no folder can be made in {parent} ({exception.Message.TrimEnd('.')}); name a writable one.");
        }
    }

    /// <summary>
    /// Creates a folder for a source process on another host, in the host's private folder for temporary files.
    /// </summary>
    /// <exception cref="IOException">The folder cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be created.</exception>
    public static WorkFolder OfSource()
    {
        RemoveStale(System.IO.Path.GetTempPath(), SourcePrefix, Young);
        string path = Directory.CreateTempSubdirectory(SourcePrefix).FullName;
        return new WorkFolder(path, Lock(path));
    }

    public void Dispose()
    {
        _lock.Dispose();
        Remove(Path);
    }

    private static FileStream Lock(string folder) =>
        new(System.IO.Path.Combine(folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

    private static void RemoveStale(string parent, string prefix, TimeSpan young)
    {
        var now = TimeProvider.System.GetUtcNow().UtcDateTime;
        foreach (string folder in Directory.EnumerateDirectories(parent, prefix + "*"))
        {
            try
            {
                if (now - Directory.GetLastWriteTimeUtc(folder) >= young)
                {
                    Lock(folder).Dispose();
                    Remove(folder);
                }
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // A living run uses it, or it belongs to another user.
            }
        }
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A server that is still stopping may hold a file. The next run removes it.
        }
    }
}
