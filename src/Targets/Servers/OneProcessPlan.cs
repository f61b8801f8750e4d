using System.Net;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The plan of a private server that is one process, on loopback or in a separate network. Databases without clusters derive
/// their plan from it, and <see cref="PrivateServer"/> starts the process. A <see cref="ServerRecipe"/> deploys the same process
/// by <see cref="Node"/>, so that a run and a deployment measure the same configuration. It starts and writes nothing itself.
/// </summary>
internal abstract record OneProcessPlan(string Database, string Product, string Program, string Description, long? MemoryMb,
    string WorkFolder, ServerLimits? Limits)
    : PrivateServerPlan(Database, Product, Program, Description, MemoryMb, WorkFolder, Limits)
{
    /// <summary>Number of ports that the process uses. The first one serves clients.</summary>
    protected virtual int Ports => 2;

    /// <summary>Folders to create in the server's folder.</summary>
    protected virtual IReadOnlyList<string> Folders => [];

    /// <summary>Log files in the server's folder, in addition to that of its output.</summary>
    protected virtual IReadOnlyList<string> Logs => [];

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free) =>
        new([Node(new(Database, ListenAddress, folder),
            [.. Enumerable.Range(0, Ports).Select(_ => free.Take(IPAddress.Loopback))])]);

    /// <summary>Plans the process at a place.</summary>
    /// <param name="place">Address and folder of the node.</param>
    /// <param name="ports">The ports, as many as <see cref="Ports"/>.</param>
    public PlannedNode Node(ServerPlace place, IReadOnlyList<int> ports) => new(place, Command(place.Folder, ports))
    {
        Listens = [.. ports.Select(port => (place.Address, port))],
        Files = Files(place.Folder, place.Address, ports),
        Folders = Folders,
        Logs = Logs,
    };

    /// <summary>
    /// The program and its arguments. They must contain the folder, by which the guardian recognizes the process.
    /// </summary>
    protected abstract IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports);

    /// <summary>The configuration files: text by path relative to the folder.</summary>
    protected abstract IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports);
}
