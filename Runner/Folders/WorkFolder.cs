namespace DbIngest.Runner.Folders;

/// <summary>
/// A folder of this run alone for files that targets make, removed at the end. Folders of runs that were killed are
/// recognised by a lock that nobody holds, and removed by the next run.
/// </summary>
internal sealed class WorkFolder : IDisposable
{
    private const string Prefix = "dbingest-work-";
    private const string SourcePrefix = "dbingest-source-";
    private const string LockName = ".lock";

    /// <summary>Source processes of a host start at once: a folder so young may have no lock yet and a living owner all the same.</summary>
    private static readonly TimeSpan Young = TimeSpan.FromSeconds(10);

    private readonly FileStream _lock;

    private WorkFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
    }

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>Makes a folder.</summary>
    /// <param name="chosen">Where, by <c>--work-folder</c>; created when missing.</param>
    /// <param name="otherwise">Where when the user did not choose.</param>
    /// <returns>The folder.</returns>
    /// <exception cref="UsageException">It cannot be made there.</exception>
    public static WorkFolder Create(string? chosen, string otherwise)
    {
        string parent = chosen ?? otherwise;
        try
        {
            Directory.CreateDirectory(parent);
            RemoveStale(parent, Prefix, TimeSpan.Zero);

            // Short: a Unix socket's name, which a server may put below it, has about a hundred characters in all.
            string path = System.IO.Path.Combine(System.IO.Path.GetFullPath(parent), Prefix + Guid.NewGuid().ToString("N")[..8]);
            Directory.CreateDirectory(path);
            return new WorkFolder(path, Lock(path));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            string option = chosen is null ? "--out" : "--work-folder";
            throw new UsageException($"{option}: no folder can be made in {parent} ({exception.Message.TrimEnd('.')}); name a writable one.");
        }
    }

    /// <summary>Makes one for a source process of another host, in that host's folder for temporary files, which nobody else may read.</summary>
    /// <returns>The folder.</returns>
    /// <exception cref="IOException">It cannot be made there.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be made there.</exception>
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
                // In use by a run that lives, or not ours.
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
            // A server that is still ending may hold a file: the next run removes it.
        }
    }
}
