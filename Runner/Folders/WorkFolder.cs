using System.Text;

namespace DbIngest.Runner.Folders;

/// <summary>
/// Owns the folder for the files of a command's targets and recordings, and removes it when disposed. <c>run</c>, <c>plan</c>,
/// <c>verify</c> and <c>serve</c> create one folder per command, source processes on other hosts one each. Creating a folder
/// also removes those that killed runs left in the same parent: no process holds their lock file. It must never remove a folder
/// whose lock is held, nor a folder without one of the two prefixes. Where locks do not work, or another machine made the
/// folder, its owner may still run, so the folder stays.
/// </summary>
internal sealed class WorkFolder : IDisposable
{
    private const string Prefix = "dbingest-work-";
    private const string SourcePrefix = "dbingest-source-";
    private const string LockName = ".lock";

    /// <summary>A folder younger than this may belong to a living process that has not locked the folder yet.</summary>
    private static readonly TimeSpan Young = TimeSpan.FromSeconds(10);

    private readonly FileStream _lock;

    private WorkFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
    }

    /// <summary>Path of the folder.</summary>
    public string Path { get; }

    /// <summary>Removes abandoned folders from a parent, and creates a folder there.</summary>
    /// <param name="chosen">The parent from <c>--work-folder</c>. Null if the user did not choose.</param>
    /// <param name="otherwise">The parent if the user did not choose. Either parent is created when missing.</param>
    /// <exception cref="UsageException">The folder cannot be created.</exception>
    public static WorkFolder Create(string? chosen, string otherwise)
    {
        string parent = chosen ?? otherwise;
        string option = chosen is null && otherwise != System.IO.Path.GetTempPath() ? "--out" : "--work-folder";
        if (System.IO.Path.GetFullPath(parent).Any(char.IsControl))
        {
            // Processes are found by the folder in their command lines, where a line break would stand for several folders.
            throw new UsageException(
                $"{option}: the path of the folder has a line break or another control character; name a folder without.");
        }

        try
        {
            Directory.CreateDirectory(parent);

            // The name is short, because servers put Unix sockets below it, whose paths have at most about 100 characters.
            string path = System.IO.Path.Combine(System.IO.Path.GetFullPath(parent), Prefix + Guid.NewGuid().ToString("N")[..8]);
            Directory.CreateDirectory(path);
            return Own(path, Prefix, TimeSpan.Zero);
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
    public static WorkFolder OfSource() =>
        Own(Directory.CreateTempSubdirectory(SourcePrefix).FullName, SourcePrefix, Young);

    public void Dispose()
    {
        _lock.Dispose();
        Remove(Path);
    }

    /// <summary>Locks a new folder, and removes abandoned ones beside it.</summary>
    private static WorkFolder Own(string path, string prefix, TimeSpan young)
    {
        var held = Lock(path);
        try
        {
            // A lock holds off other machines only where the filesystem carries it to them: the name tells whose folder it is.
            held.Write(Encoding.UTF8.GetBytes(Environment.MachineName));
            held.Flush();
            if (IsHeld(path))
            {
                RemoveStale(System.IO.Path.GetDirectoryName(path)!, prefix, young);
            }

            return new WorkFolder(path, held);
        }
        catch
        {
            held.Dispose();
            Remove(path);
            throw;
        }
    }

    /// <summary>False for a folder that this process has locked: locks do not work on its filesystem.</summary>
    private static bool IsHeld(string folder)
    {
        try
        {
            Lock(folder).Dispose();
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }

    private static FileStream Lock(string folder) =>
        new(System.IO.Path.Combine(folder, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

    /// <summary>Removes folders whose lock no process holds.</summary>
    /// <param name="parent">The folder that contains them.</param>
    /// <param name="prefix">How the names of the folders begin.</param>
    /// <param name="young">Least age of a folder with a lock file. A folder without one stays for <see cref="Young"/>.</param>
    private static void RemoveStale(string parent, string prefix, TimeSpan young)
    {
        var now = TimeProvider.System.GetUtcNow().UtcDateTime;
        foreach (string folder in Directory.EnumerateDirectories(parent, prefix + "*"))
        {
            try
            {
                if (now - Directory.GetLastWriteTimeUtc(folder)
                    >= (File.Exists(System.IO.Path.Combine(folder, LockName)) ? young : Young))
                {
                    string machine;
                    using (var text = new StreamReader(Lock(folder)))
                    {
                        machine = text.ReadToEnd();
                    }

                    // Earlier versions wrote no name.
                    if (machine.Length == 0 || machine == Environment.MachineName)
                    {
                        Remove(folder);
                    }
                }
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // A living run has locked the folder, or the folder belongs to another user.
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
            // A server that is still stopping may hold a file. The next run removes the folder.
        }
    }
}
