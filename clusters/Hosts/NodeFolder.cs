using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// A node's folder on its machine: its files, its process and what they take. One script of the POSIX shell does everything, so that a machine needs no program of ours.
/// The folder carries the deployment's id; one that carries another's, or none, is not touched.
/// </summary>
/// <param name="shell">Reaches the machine.</param>
/// <param name="folder">The folder.</param>
/// <param name="id">The deployment's id.</param>
internal sealed class NodeFolder(HostShell shell, string folder, string id)
{
    /// <summary>How many seconds a process may take to end.</summary>
    public const int PatienceS = 60;

    /// <summary>The folder.</summary>
    public string Path => folder;

    /// <summary>Reaches its machine.</summary>
    public HostShell Shell => shell;

    /// <summary>What is there now.</summary>
    public NodeState State(CancellationToken cancellation)
    {
        var found = shell.Must("Looking at a node", NodeScript.Text, Words("state"), cancellation: cancellation)
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        long? Kibibytes(string name) => long.TryParse(found.GetValueOrDefault(name), CultureInfo.InvariantCulture, out long kb) ? kb << 10 : null;
        return new NodeState(
            found.GetValueOrDefault("state") ?? "unknown",
            int.TryParse(found.GetValueOrDefault("pid"), CultureInfo.InvariantCulture, out int pid) ? pid : null,
            Kibibytes("used_kb"),
            Kibibytes("free_kb"),
            found.GetValueOrDefault("device"));
    }

    /// <summary>Makes the folder, with folders in it.</summary>
    /// <exception cref="ClusterException">It cannot be made, or holds something else.</exception>
    public void Make(IReadOnlyList<string> folders, CancellationToken cancellation) => Must("Making the folder of a node", "make", folders, null, cancellation);

    /// <summary>Writes a file.</summary>
    /// <param name="mode">Who may read it, as octal digits.</param>
    /// <param name="name">Its path in the folder.</param>
    /// <param name="text">Its content.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Write(string mode, string name, string text, CancellationToken cancellation) => Must($"Writing {name}", "write", [mode, name], text, cancellation);

    /// <summary>The content of a file; null where it is not there.</summary>
    public string? Read(string name, CancellationToken cancellation) => shell.Run(NodeScript.Text, Words("read", name), cancellation: cancellation) is { ExitCode: 0 } answer ? answer.Output : null;

    /// <summary>Removes what an interrupted beginning has left, and ends what may still work on it. Only for a node that has never been started.</summary>
    public void Reset(CancellationToken cancellation) => Must("Clearing what was left of a beginning", "reset", [], null, cancellation);

    /// <summary>Carries out a step of a node's beginning.</summary>
    /// <param name="command">The step.</param>
    /// <param name="input">What it reads; may be a secret.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Step(IReadOnlyList<string> command, string? input, CancellationToken cancellation) =>
        Must($"'{System.IO.Path.GetFileName(Program(command))}'", "step", command, input, HostShell.Long, cancellation);

    /// <summary>Whether something is in the folder.</summary>
    public bool Has(string name, CancellationToken cancellation) => shell.Run(NodeScript.Text, Words("has", name), cancellation: cancellation).ExitCode == 0;

    /// <summary>Unpacks an archive of this machine into the folder's <c>home</c>, without the archive's own top folder.</summary>
    /// <param name="archive">The archive.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">It cannot be read or unpacked.</exception>
    public void Unpack(string archive, CancellationToken cancellation)
    {
        string kind = archive.EndsWith("xz", StringComparison.Ordinal) ? "J" : archive.EndsWith(".tar", StringComparison.Ordinal) ? string.Empty : "z";
        var answer = shell.Run(
            NodeScript.Text,
            Words("unpack", kind),
            writer =>
            {
                using var file = File.OpenRead(archive);
                file.CopyTo(writer.BaseStream);
            },
            HostShell.Long,
            cancellation);
        if (answer.ExitCode != 0)
        {
            throw new ClusterException($"{archive} cannot be unpacked on {shell.Name}: {answer.Words}");
        }
    }

    /// <summary>Runs a command in the folder.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="input">What it reads; may be a secret.</param>
    /// <param name="cancellation">Ends it early.</param>
    public HostAnswer Run(IReadOnlyList<string> command, string? input, CancellationToken cancellation) => shell.Run(NodeScript.Text, Words("run", [.. command]), input, cancellation: cancellation);

    /// <summary>Begins the process, unless it runs.</summary>
    /// <param name="command">The program and its arguments, what holds it to limits before it.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Start(IReadOnlyList<string> command, CancellationToken cancellation) =>
        Must("Starting a node", "start", [ServerStart.Script, ServerStart.OutputLog, .. command], null, cancellation);

    /// <summary>Ends the process, letting it write what it holds; one that does not end is killed.</summary>
    /// <returns>What became of it.</returns>
    public StopOutcome Stop(string signal, CancellationToken cancellation) =>
        Must("Stopping a node", "stop", [signal, PatienceS.ToString(CultureInfo.InvariantCulture)], null, TimeSpan.FromSeconds(PatienceS) + shell.Patience, cancellation).Trim() switch
        {
            "idle" => StopOutcome.Idle,
            "killed" => StopOutcome.Killed,
            _ => StopOutcome.Ended,
        };

    /// <summary>What its logs say went wrong, and where it got to.</summary>
    public string Tail(IEnumerable<string> logs, CancellationToken cancellation) => shell.Run(NodeScript.Text, Words("tail", [.. logs]), cancellation: cancellation).Words;

    /// <summary>Removes the folder with all that is in it.</summary>
    public void Remove(CancellationToken cancellation) => Must("Removing the folder of a node", "remove", [], null, cancellation);

    private static string Program(IReadOnlyList<string> command) =>
        command.FirstOrDefault(word => word.Contains("initdb", StringComparison.Ordinal) || word.Contains("install-db", StringComparison.Ordinal)) ?? command[0];

    private string Must(string what, string verb, IReadOnlyList<string> arguments, string? input, CancellationToken cancellation) =>
        Must(what, verb, arguments, input, null, cancellation);

    private string Must(string what, string verb, IReadOnlyList<string> arguments, string? input, TimeSpan? longest, CancellationToken cancellation) =>
        shell.Must(what, NodeScript.Text, Words(verb, [.. arguments]), input, longest, cancellation);

    private string[] Words(string verb, params string[] arguments) => [verb, folder, id, .. arguments];
}

/// <summary>What became of a process that was to end.</summary>
internal enum StopOutcome
{
    /// <summary>It did not run.</summary>
    Idle,

    /// <summary>It ended.</summary>
    Ended,

    /// <summary>It did not end in time, and was killed.</summary>
    Killed,
}

/// <summary>What a node's machine says of it.</summary>
/// <param name="State"><c>absent</c>, <c>foreign</c> (the folder holds something else), <c>link</c> (it leads elsewhere), <c>stopped</c> or <c>running</c>.</param>
/// <param name="ProcessId">Its process.</param>
/// <param name="UsedBytes">What its folder takes.</param>
/// <param name="FreeBytes">What is free on its disk.</param>
/// <param name="Device">Its disk.</param>
internal sealed record NodeState(string State, int? ProcessId, long? UsedBytes, long? FreeBytes, string? Device);
