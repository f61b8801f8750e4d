using System.Net;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The plan of a server of one process on loopback. A <see cref="ServerRecipe"/> deploys the same process by <see cref="Node"/>.
/// </summary>
internal abstract record OneProcessPlan(string Database, string Product, string Program, string Description, long? MemoryMb,
    string WorkFolder, ServerLimits? Limits)
    : OwnServerPlan(Database, Product, Program, Description, MemoryMb, WorkFolder, Limits)
{
    /// <summary>How many ports the process takes; the first one is that of clients.</summary>
    protected virtual int Ports => 2;

    /// <summary>Folders that the process needs in its own.</summary>
    protected virtual IReadOnlyList<string> Folders => [];

    /// <summary>Logs in the folder beside that of the process's output.</summary>
    protected virtual IReadOnlyList<string> Logs => [];

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free) =>
        new([Node(new(Database, IPAddress.Loopback.ToString(), folder),
            [.. Enumerable.Range(0, Ports).Select(_ => free.Take(IPAddress.Loopback))])]);

    /// <summary>The process at a place.</summary>
    /// <param name="place">The address and the folder.</param>
    /// <param name="ports">The ports.</param>
    public PlannedNode Node(ServerPlace place, IReadOnlyList<int> ports) => new(place, Command(place.Folder, ports))
    {
        Listens = [.. ports.Select(port => (place.Address, port))],
        Files = Files(place.Folder, place.Address, ports),
        Folders = Folders,
        Logs = Logs,
    };

    /// <summary>The program and its arguments, which name the folder.</summary>
    protected abstract IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports);

    /// <summary>The configuration: texts by their path in the folder.</summary>
    protected abstract IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports);
}
