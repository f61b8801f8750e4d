using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// One node of a private server: a process with its files in a folder. Only <see cref="PrivateServer"/> creates and calls it. It
/// starts, ends and deletes the node under its lock, but reads the logs without it.
/// </summary>
/// <param name="planned">The plan of the node.</param>
/// <param name="wave">The wave in which the node starts, from 0.</param>
/// <param name="limits">Resource limits of its process. Null for none.</param>
/// <param name="signs">The lines of its logs that report background work.</param>
/// <param name="prefix">Words before its command, which put the process into a network. Null for none.</param>
internal sealed class PrivateNode(PlannedNode planned, int wave, ServerLimits? limits, IReadOnlyList<LogSign> signs,
    IReadOnlyList<string>? prefix = null)
    : IDisposable
{
    private const string Initialised = ".initialised";

    /// <summary>The plan of the node.</summary>
    public PlannedNode Planned => planned;

    /// <summary>The wave in which the node starts, from 0.</summary>
    public int Wave => wave;

    /// <summary>The process of the node, running or not.</summary>
    public ServerProcess Process { get; } =
        new(planned.Place.Folder, ServerStart.OutputLog, [.. prefix ?? [], .. planned.Command], limits);

    /// <summary>Finds background work in the node's logs. Not thread-safe: the sampler of the trial reads it.</summary>
    public LogWatch Log { get; } = new(planned.Place.Folder, signs);

    /// <summary>The first errors and the last lines of the node's logs, for a message.</summary>
    public string LastOfLog =>
        ServerProcess.Tail(planned.Logs.Append(ServerStart.OutputLog).Select(log => Path.Combine(planned.Place.Folder, log)));

    /// <summary>
    /// Starts the process with its existing data. It writes the configuration files anew for each start, and runs the initial
    /// steps before the first one, or again if one of them failed.
    /// </summary>
    /// <param name="cancellation">Cancels the initial steps.</param>
    /// <exception cref="TargetException">An initial step failed.</exception>
    public void Start(CancellationToken cancellation)
    {
        string folder = planned.Place.Folder;
        foreach (string name in planned.Folders.Prepend(string.Empty))
        {
            Directory.CreateDirectory(Path.Combine(folder, name));
        }

        foreach (var (name, text) in planned.Files)
        {
            string file = Path.Combine(folder, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        string mark = Path.Combine(folder, Initialised);
        if (planned.Initialise.Count > 0 && !File.Exists(mark))
        {
            foreach (var step in planned.Initialise)
            {
                PlannedStepRunner.Run(step, folder, cancellation);
            }

            File.WriteAllText(mark, string.Empty);
        }

        Process.Start();
    }

    /// <summary>Kills the process and deletes all of the node's files, data included.</summary>
    public void Forget()
    {
        Process.Kill();
        if (Directory.Exists(planned.Place.Folder))
        {
            Directory.Delete(planned.Place.Folder, recursive: true);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Process.Dispose();
}
