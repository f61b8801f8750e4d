using System.Text;

namespace DbIngest.Core.Folders;

/// <summary>
/// Owns a folder by a locked file in it, and removes the folder when disposed. The work folders of commands, and temporary copies
/// of inputs and results, are such folders. Owning a folder also removes those of the same prefix that killed processes left
/// beside it: no process holds their lock file. It must never remove a folder whose lock is held, nor one with another prefix.
/// Where locks do not work, or another machine made the folder, its owner may still run, so the folder stays.
/// </summary>
public sealed class OwnedFolder : IDisposable
{
    private const string LockName = ".lock";

    /// <summary>A folder younger than this may belong to a living process that has not locked the folder yet.</summary>
    private static readonly TimeSpan Young = TimeSpan.FromSeconds(10);

    private readonly FileStream _lock;

    private OwnedFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
    }

    /// <summary>Path of the folder.</summary>
    public string Path { get; }

    /// <summary>
    /// Creates a folder in the system's folder for temporary files, which only the user of the process may enter. It is removed
    /// also when the process ends before its owner does, as when an interruption leaves a call behind.
    /// </summary>
    /// <param name="prefix">How the names of such folders begin.</param>
    /// <exception cref="IOException">The folder cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be created.</exception>
    public static OwnedFolder Temporary(string prefix)
    {
        var folder = Own(Directory.CreateTempSubdirectory(prefix).FullName, prefix, Young);
        AppDomain.CurrentDomain.ProcessExit += folder.OnExit;
        return folder;
    }

    /// <summary>Locks a new folder, and removes abandoned ones beside it.</summary>
    /// <param name="path">Path of the folder.</param>
    /// <param name="prefix">How the names of such folders begin.</param>
    /// <exception cref="IOException">The folder cannot be locked. It is removed.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be locked. It is removed.</exception>
    public static OwnedFolder Own(string path, string prefix) => Own(path, prefix, TimeSpan.Zero);

    /// <inheritdoc/>
    public void Dispose()
    {
        AppDomain.CurrentDomain.ProcessExit -= OnExit;
        _lock.Dispose();
        Remove(Path);
    }

    private void OnExit(object? sender, EventArgs arguments) => Dispose();

    private static OwnedFolder Own(string path, string prefix, TimeSpan young)
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

            return new OwnedFolder(path, held);
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
                // A living process has locked the folder, or the folder belongs to another user.
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
            // A server that is still stopping may hold a file. The next command removes the folder.
        }
    }
}
