using System.Globalization;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Finds other runs of this program on the machine, since simultaneous runs distort each other's figures, and refuses a second
/// one without <c>--allow-busy</c>. <c>RunVerb</c> enters before it opens workloads and databases, <c>AdviseVerb</c> for a moment
/// before its first run, and each trial records the number of others. Each run locks a file in a shared folder. The system
/// releases the lock when the process ends, also after a crash. Only unlocked files are deleted.
/// </summary>
internal sealed class MachineRuns : IDisposable
{
    /// <summary>Environment variable with the folder. Runs with different folders do not see each other.</summary>
    public const string FolderVariable = "DBINGEST_LOCK_FOLDER";

    private const string Pattern = "run-*.lock";

    /// <summary>Longest wait for another run that holds a lock: the gate, or the file of this run while it counts.</summary>
    private static readonly TimeSpan LockTimeout = TimeSpan.FromSeconds(10);

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

    /// <summary>Number of other runs now. Each call opens the files of the folder: never call it in the timed path.</summary>
    public int Others => Living(_folder, removes: false).Count(name => name != _own);

    /// <summary>Registers this run.</summary>
    /// <param name="allowBusy">True if other runs are allowed.</param>
    /// <param name="variable">Reads an environment variable.</param>
    /// <returns>The registration, which ends when it is disposed. It holds no lock if the folder cannot be used.</returns>
    /// <exception cref="UsageException">
    /// Other runs are not allowed, and one is measuring or the folder cannot be used.
    /// </exception>
    public static MachineRuns Enter(bool allowBusy, Func<string, string?> variable)
    {
        string folder = variable(FolderVariable) is { Length: > 0 } given ? given : DefaultFolder;
        try
        {
            MakeFolder(folder);

            // The gate prevents two simultaneous starts from missing each other.
            using var gate = LockInTime(Path.Combine(folder, "gate.lock"));
            var others = Living(folder, removes: true);
            if (others.Count > 0 && !allowBusy)
            {
                string pids = string.Join(", ", others.Select(name => name.Split('-')[1]));
                throw new UsageException(
                    $"Another run of dbingest (process {pids}) is measuring on this machine: the two would measure each "
                    + $"other. Wait for its end, or say --allow-busy, which the result records.");
            }

            string own = string.Create(CultureInfo.InvariantCulture, $"run-{Environment.ProcessId}-{Guid.NewGuid():N}.lock");
            // Another run that counts may hold the new file for a moment.
            return new MachineRuns(folder, own, LockInTime(Path.Combine(folder, own)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return allowBusy
                ? new MachineRuns(folder, string.Empty, null)
                : throw new UsageException(
                    $"{folder}: whether another run is measuring on this machine cannot be found out there "
                    + $"({exception.Message.TrimEnd('.')}). Name a folder for it by {FolderVariable}, or say --allow-busy.");
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

    /// <summary>A folder that all users of the machine share.</summary>
    private static string DefaultFolder => OperatingSystem.IsWindows() ? Path.Combine(Path.GetTempPath(), "dbingest-runs")
        : "/tmp/dbingest-runs";

    private static void MakeFolder(string folder)
    {
        if (Directory.Exists(folder))
        {
            return;
        }

        Directory.CreateDirectory(folder);
        if (!OperatingSystem.IsWindows())
        {
            // All users may create lock files.
            const UnixFileMode all = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
                | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
                | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;
            File.SetUnixFileMode(folder, all);
        }
    }

    private static FileStream LockInTime(string path)
    {
        for (var until = DateTime.UtcNow + LockTimeout; ;)
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

        // Only the account that created the file can change its mode, and does so at once. Other accounts find it changed.
        if (!OperatingSystem.IsWindows() && File.GetUnixFileMode(file.SafeFileHandle) != ForAll)
        {
            File.SetUnixFileMode(file.SafeFileHandle, ForAll);
        }

        return file;
    }

    /// <summary>Lists the locked files.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="removes">
    /// True deletes the files without a lock. Only the holder of the gate may, since a start that is about to lock its file holds
    /// the gate too.
    /// </param>
    private static List<string> Living(string folder, bool removes)
    {
        var living = new List<string>();
        foreach (string path in Directory.Exists(folder) ? Directory.GetFiles(folder, Pattern) : [])
        {
            try
            {
                new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
                if (removes)
                {
                    Remove(path);
                }
            }
            catch (FileNotFoundException)
            {
                // Its run has just ended.
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
            // The file belongs to another account. Without a lock it has no effect.
        }
    }
}
