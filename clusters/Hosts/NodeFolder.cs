using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// A node's folder on its machine, with its files and its process. <c>ProcessProvider</c> and
/// <see cref="Processes.ProcessUp"/> create, start, stop and delete nodes by it. The folder holds the deployment's id: nothing
/// is written, stopped or deleted in a folder without it.
/// </summary>
/// <remarks>
/// <see cref="NodeScript"/> does all work on the machine, so that a machine needs only a POSIX shell. Methods that only read
/// do not look at the id, nor does <see cref="Run"/>, by which nodes form a cluster.
/// </remarks>
/// <param name="shell">Reaches the machine.</param>
/// <param name="folder">Absolute path on the machine.</param>
/// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
internal sealed class NodeFolder(HostShell shell, string folder, string id)
{
    /// <summary>Seconds that a process may take to end before it is killed.</summary>
    public const int StopTimeoutS = 60;

    /// <summary>The path of the folder.</summary>
    public string Path => folder;

    /// <summary>Reaches the folder's machine.</summary>
    public HostShell Shell => shell;

    /// <summary>Reads the node's state.</summary>
    public NodeState State(CancellationToken cancellation)
    {
        // A shell on another machine may print a greeting first, with any lines in it.
        var found = shell.Must("Reading the state of a node", NodeScript.Text, Words("state"), cancellation: cancellation)
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .GroupBy(pair => pair[0], StringComparer.Ordinal)
            .ToDictionary(lines => lines.Key, lines => lines.Last()[1], StringComparer.Ordinal);
        long? Kibibytes(string name) => long.TryParse(found.GetValueOrDefault(name), CultureInfo.InvariantCulture, out long kb)
            ? kb << 10 : null;
        return new NodeState(
            found.GetValueOrDefault("state") ?? "unknown",
            int.TryParse(found.GetValueOrDefault("pid"), CultureInfo.InvariantCulture, out int pid) ? pid : null,
            Kibibytes("used_kb"),
            Kibibytes("free_kb"),
            found.GetValueOrDefault("device"));
    }

    /// <summary>Creates the folder and folders in it.</summary>
    /// <exception cref="ClusterException">The folder cannot be created, or holds files of others.</exception>
    public void Make(IReadOnlyList<string> folders, CancellationToken cancellation) =>
        Must("Creating the folder of a node", "make", folders, null, cancellation);

    /// <summary>Writes a file, replacing it atomically.</summary>
    /// <param name="mode">The file's permissions in octal digits.</param>
    /// <param name="name">The file's path within the folder.</param>
    /// <param name="text">The file's content.</param>
    /// <param name="cancellation">Kills the script.</param>
    public void Write(string mode, string name, string text, CancellationToken cancellation) =>
        Must($"Writing {name}", "write", [mode, name], text, cancellation);

    /// <summary>True when a file has this content.</summary>
    public bool Holds(string name, string text, CancellationToken cancellation) =>
        shell.Run(NodeScript.Text, Words("holds", name), text, cancellation: cancellation).ExitCode == 0;

    /// <summary>
    /// Deletes what an interrupted initialisation left, data included, and kills its processes. Only for a node that was never
    /// started.
    /// </summary>
    public void Reset(CancellationToken cancellation) =>
        Must("Deleting an unfinished initialisation", "reset", [], null, cancellation);

    /// <summary>Runs one initialisation step in the folder.</summary>
    /// <param name="command">Program and arguments.</param>
    /// <param name="input">The command's standard input, possibly with a secret; null for none.</param>
    /// <param name="cancellation">Kills the step.</param>
    public void Step(IReadOnlyList<string> command, string? input, CancellationToken cancellation) =>
        Must($"'{System.IO.Path.GetFileName(Program(command))}'", "step", command, input, HostShell.LongTimeout, cancellation);

    /// <summary>True when the folder has a file or folder of this name.</summary>
    public bool Has(string name, CancellationToken cancellation) =>
        shell.Run(NodeScript.Text, Words("has", name), cancellation: cancellation).ExitCode == 0;

    /// <summary>Unpacks an archive of this machine into the folder's <c>home</c>, without the archive's top folder.</summary>
    /// <param name="archive">The archive's path on this machine.</param>
    /// <param name="cancellation">Kills the script.</param>
    /// <exception cref="ClusterException">The archive cannot be read or unpacked.</exception>
    public void Unpack(string archive, CancellationToken cancellation)
    {
        string kind = archive.EndsWith("xz", StringComparison.Ordinal) ? "J" : archive.EndsWith(".tar", StringComparison.Ordinal)
            ? string.Empty : "z";
        var answer = shell.Run(
            NodeScript.Text,
            Words("unpack", kind),
            writer =>
            {
                using var file = File.OpenRead(archive);
                file.CopyTo(writer.BaseStream);
            },
            HostShell.LongTimeout,
            cancellation);
        if (answer.ExitCode != 0)
        {
            throw new ClusterException($"{archive} cannot be unpacked on {shell.Name}: {answer.Words}");
        }
    }

    /// <summary>Runs a command in the folder and waits for it to exit. Does not look at the folder's id.</summary>
    /// <param name="command">Program and arguments.</param>
    /// <param name="input">The command's standard input, possibly with a secret; null for none.</param>
    /// <param name="cancellation">Kills the command.</param>
    public HostAnswer Run(IReadOnlyList<string> command, string? input, CancellationToken cancellation) =>
        shell.Run(NodeScript.Text, Words("run", [.. command]), input, cancellation: cancellation);

    /// <summary>Starts the node's process unless it runs.</summary>
    /// <param name="command">Program and arguments, after the prefix that applies limits.</param>
    /// <param name="cancellation">Kills the script, not the started process.</param>
    public void Start(IReadOnlyList<string> command, CancellationToken cancellation) =>
        Must("Starting a node", "start", [ServerStart.Script, ServerStart.OutputLog, .. command], null, cancellation);

    /// <summary>Sends the process a signal, waits for it to end, and kills it after <see cref="StopTimeoutS"/>.</summary>
    /// <returns>The outcome.</returns>
    /// <exception cref="ClusterException">The folder is not this deployment's.</exception>
    public StopOutcome Stop(string signal, CancellationToken cancellation) =>
        Must("Stopping a node", "stop", [signal, StopTimeoutS.ToString(CultureInfo.InvariantCulture)], null,
            TimeSpan.FromSeconds(StopTimeoutS) + shell.CommandTimeout, cancellation).TrimEnd().Split('\n')[^1] switch
        {
            "idle" => StopOutcome.Idle,
            "killed" => StopOutcome.Killed,
            _ => StopOutcome.Ended,
        };

    /// <summary>The first errors and the last lines of its logs, for a message.</summary>
    public string Tail(IEnumerable<string> logs, CancellationToken cancellation) =>
        shell.Run(NodeScript.Text, Words("tail", [.. logs]), cancellation: cancellation).Words;

    /// <summary>Deletes the folder with the node's data. It refuses while the process runs.</summary>
    public void Remove(CancellationToken cancellation) => Must("Deleting the folder of a node", "remove", [], null, cancellation);

    private static string Program(IReadOnlyList<string> command) =>
        command.FirstOrDefault(word => word.Contains("initdb", StringComparison.Ordinal)
            || word.Contains("install-db", StringComparison.Ordinal)) ?? command[0];

    private string Must(string what, string verb, IReadOnlyList<string> arguments, string? input,
        CancellationToken cancellation) =>
        Must(what, verb, arguments, input, null, cancellation);

    private string Must(string what, string verb, IReadOnlyList<string> arguments, string? input, TimeSpan? timeout,
        CancellationToken cancellation) =>
        shell.Must(what, NodeScript.Text, Words(verb, [.. arguments]), input, timeout, cancellation);

    private string[] Words(string verb, params string[] arguments) => [verb, folder, id, .. arguments];
}

/// <summary>
/// Says how a node's process ended. <see cref="NodeFolder.Stop"/> returns it, and <c>ProcessProvider</c> reports it to the user
/// after <c>cluster stop</c> and <c>cluster down</c>. If the process may still run, <c>Stop</c> throws.
/// </summary>
internal enum StopOutcome
{
    /// <summary>The process did not run.</summary>
    Idle,

    /// <summary>The process ended in time.</summary>
    Ended,

    /// <summary>The process did not end in time and was killed.</summary>
    Killed,
}

/// <summary>
/// The state of a node and its folder as of one moment. Every provider reads it from the node's machine. Commands choose the
/// next step by it, and the JSON of <c>cluster check</c> contains the words of <paramref name="State"/>: never rename one.
/// </summary>
/// <param name="State">
/// <c>absent</c>, <c>foreign</c> (the folder holds files of others, or another deployment made the container), <c>link</c> (the
/// folder is a symbolic link), <c>stopped</c> or <c>running</c>.
/// </param>
/// <param name="ProcessId">The process id; null when stopped.</param>
/// <param name="UsedBytes">Bytes in the folder; null when unknown.</param>
/// <param name="FreeBytes">Free bytes on its disk; null when unknown.</param>
/// <param name="Device">The device of its disk; null when unknown.</param>
internal sealed record NodeState(string State, int? ProcessId, long? UsedBytes, long? FreeBytes, string? Device);
