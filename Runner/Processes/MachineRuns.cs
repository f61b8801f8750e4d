using System.Globalization;

namespace DbIngest.Runner.Processes;

/// <summary>
/// The runs of this program on this machine. Each holds a file locked for as long as it lives, in a folder that all share: two
/// runs that share the machine measure each other. A lock ends with its process, however that ends, so none can be left behind.
/// </summary>
internal sealed class MachineRuns : IDisposable
{
    /// <summary>The environment variable that names the folder; runs with different folders do not know of each other.</summary>
    public const string FolderVariable = "DBINGEST_LOCK_FOLDER";

    private const string Pattern = "run-*.lock";

    private static readonly TimeSpan GatePatience = TimeSpan.FromSeconds(10);

    private const UnixFileMode ForAll = UnixFileMode.UserRead | UnixFileMode.UserWrite
        | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    private readonly string _folder;
    private readonly string _own;
    private readonly FileStream? _lock;

    private MachineRuns(string folder, string own, FileStream? held)
    {
        _folder = folder;
        _own = own;
        _lock = held;
    }

    /// <summary>How many other runs there are now.</summary>
    public int Others => Living(_folder).Count(name => name != _own);

    /// <summary>Enters this run.</summary>
    /// <param name="allowBusy">Whether it may be beside others.</param>
    /// <param name="variable">Reads an environment variable.</param>
    /// <returns>The entry, which ends when it is disposed.</returns>
    /// <exception cref="UsageException">There is another run, and that is not allowed; or the folder cannot be used.</exception>
    public static MachineRuns Enter(bool allowBusy, Func<string, string?> variable)
    {
        string folder = variable(FolderVariable) is { Length: > 0 } given ? given : DefaultFolder;
        try
        {
            MakeFolder(folder);

            // Two runs that begin at once must not both see nobody.
            using var gate = Gate(Path.Combine(folder, "gate.lock"));
            var others = Living(folder);
            if (others.Count > 0 && !allowBusy)
            {
                string pids = string.Join(", ", others.Select(name => name.Split('-')[1]));
                throw new UsageException(
                    $"Another run of dbingest (process {pids}) is measuring on this machine: the two would measure each other. Wait for its end, or say --allow-busy, which the result records.");
            }

            string own = string.Create(CultureInfo.InvariantCulture, $"run-{Environment.ProcessId}-{Guid.NewGuid():N}.lock");
            return new MachineRuns(folder, own, Lock(Path.Combine(folder, own)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return allowBusy
                ? new MachineRuns(folder, string.Empty, null)
                : throw new UsageException(
                    $"{folder}: whether another run is measuring on this machine cannot be found out there ({exception.Message.TrimEnd('.')}). Name a folder for it by {FolderVariable}, or say --allow-busy.");
        }
    }

    public void Dispose()
    {
        if (_lock is not null)
        {
            _lock.Dispose();
            Remove(Path.Combine(_folder, _own));
        }
    }

    /// <summary>One for all users of the machine, whatever their own temporary folder.</summary>
    private static string DefaultFolder => OperatingSystem.IsWindows() ? Path.Combine(Path.GetTempPath(), "dbingest-runs") : "/tmp/dbingest-runs";

    private static void MakeFolder(string folder)
    {
        if (Directory.Exists(folder))
        {
            return;
        }

        Directory.CreateDirectory(folder);
        if (!OperatingSystem.IsWindows())
        {
            // Other users lock their own files beside ours.
            const UnixFileMode all = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
                | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
                | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;
            File.SetUnixFileMode(folder, all);
        }
    }

    private static FileStream Gate(string path)
    {
        for (var until = DateTime.UtcNow + GatePatience; ;)
        {
            try
            {
                return Lock(path);
            }
            catch (IOException) when (DateTime.UtcNow < until)
            {
                Thread.Sleep(20);
            }
        }
    }

    private static FileStream Lock(string path)
    {
        var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);

        // Who made it opened it to all accounts; another account may use it, and not change its mode.
        if (!OperatingSystem.IsWindows() && File.GetUnixFileMode(file.SafeFileHandle) != ForAll)
        {
            File.SetUnixFileMode(file.SafeFileHandle, ForAll);
        }

        return file;
    }

    /// <summary>The files that somebody holds; those that nobody holds are removed.</summary>
    private static List<string> Living(string folder)
    {
        var living = new List<string>();
        foreach (string path in Directory.Exists(folder) ? Directory.GetFiles(folder, Pattern) : [])
        {
            try
            {
                new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
                Remove(path);
            }
            catch (FileNotFoundException)
            {
                // It has just ended.
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                living.Add(Path.GetFileName(path));
            }
        }

        return living;
    }

    private static void Remove(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Another user's: it stays, and locks nothing.
        }
    }
}
