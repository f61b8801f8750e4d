using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Describes the private server that a target needs. A <see cref="ServerDefinition"/> makes it from the endpoint, and
/// <see cref="PrivateServer"/> starts a server by it. Targets whose plans are equal share one server, so a plan must not store a
/// list, which compares by reference: lists are computed. A plan starts nothing itself.
/// </summary>
/// <param name="Database">The name for <c>--db</c>.</param>
/// <param name="Product">The name of the product, for messages.</param>
/// <param name="Program">The program or archive from which the server starts, for messages.</param>
/// <param name="Description">How the configuration differs from the vendor's default, for the result.</param>
/// <param name="MemoryMb">Memory in MiB that all processes together may use. Null if unknown.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of each process. Null for none.</param>
internal abstract record PrivateServerPlan(string Database, string Product, string Program, string Description, long? MemoryMb,
    string WorkFolder, ServerLimits? Limits)
{
    /// <summary>True if the server stores its data on a separate disk (<see cref="PrivateDisk"/>).</summary>
    public bool HasOwnDisk { get; init; }

    /// <summary>True if the server is in a separate network (<see cref="PrivateNetwork"/>).</summary>
    public bool HasOwnNetwork { get; init; }

    /// <summary>True if each trial begins with a restart of the server, which those that let it run on must not share.</summary>
    public bool IsRestarted { get; init; }

    /// <summary>
    /// The separate network in which the server runs. Null before a server starts from the plan, and for a server without one.
    /// </summary>
    public PrivateNetwork? Network { get; init; }

    /// <summary>The address at which a server of one node listens.</summary>
    protected string ListenAddress => (Network?.Server ?? IPAddress.Loopback).ToString();

    /// <summary>The server's name in results, in place of its address.</summary>
    public virtual string Name => "private server";

    /// <summary>The number of nodes that the user asked for. Null if the user gave none.</summary>
    public virtual int? AskedNodes => null;

    /// <summary>The environment variable that named the distribution. Null if none did.</summary>
    public virtual ServerHome? NamedBy => null;

    /// <summary>The scheme of the server's address. Null if the database has none.</summary>
    public virtual string? Scheme => null;

    /// <summary>Log lines that report background work. Empty if the logs report none.</summary>
    public virtual IReadOnlyList<LogSign> Signs => [];

    /// <summary>Longest duration of a start.</summary>
    public virtual TimeSpan StartTimeout => ServerTimeouts.Start;

    /// <summary>
    /// How long a failed start is repeated. Not zero for a server whose processes, after a kill, may block a new start.
    /// </summary>
    public virtual TimeSpan StartRetry => TimeSpan.Zero;

    /// <summary>The signal by which the guardian ends a process whose data is not needed any more.</summary>
    public virtual string EndSignal => Guardian.AtOnce;

    /// <summary>The signal on which a process ends gracefully although clients are connected, so that it may flush.</summary>
    public virtual string StopSignal => "TERM";

    /// <summary>Text after the limits in a result, which says whether they apply to each node.</summary>
    public virtual string LimitsOf => string.Empty;

    /// <summary>The message to the user while the server starts.</summary>
    public virtual string Announcement => $"Starting a {Name} of {Product} from {Program}"
        + (MemoryMb is { } mb ? string.Create(CultureInfo.InvariantCulture, $"; it may take {mb / 1024.0:0.0} GiB of memory.")
            : ".");

    /// <summary>Makes the server's folder, after removing the folders of servers whose owner died. Called once.</summary>
    /// <exception cref="TargetException">The folder cannot be made.</exception>
    public virtual string MakeFolder() => PrivateServer.MakeFolder(WorkFolder, Database, EndSignal);

    /// <summary>
    /// The message to the user if a folder that <see cref="MakeFolder"/> made is not in the work folder, so that another disk may
    /// be measured. Null if it is there.
    /// </summary>
    /// <param name="folder">The folder.</param>
    public string? Displaced(string folder)
    {
        string parent = Path.GetDirectoryName(Path.GetFullPath(folder))!;
        return parent == Path.TrimEndingDirectorySeparator(Path.GetFullPath(WorkFolder)) ? null
            : $"The server's files are in {parent}, so that disk is measured: the server's account may not enter {WorkFolder}. "
                + "Name a folder that every account may enter by --work-folder.";
    }

    /// <summary>Lays the nodes out in the server's folder. Called once per server.</summary>
    /// <param name="folder">
    /// The server's folder. Every command line must contain its node's folder, which is this one or a folder in it.
    /// </param>
    /// <param name="free">Supplies free ports.</param>
    public abstract ServerPlan Layout(string folder, FreePorts free);

    /// <summary>The address that targets connect to.</summary>
    /// <param name="nodes">The nodes.</param>
    public virtual ServerAddress Address(IReadOnlyList<PlannedNode> nodes) => new(Scheme, User: null, [.. nodes.Select(Server)]);

    /// <summary>
    /// The wave in which a node starts, from 0. Nodes of a wave start together, once all nodes of the previous wave answer.
    /// </summary>
    /// <param name="node">Index of the node in the layout, from 0.</param>
    public virtual int Wave(int node) => 0;

    /// <summary>Tells whether a node answers clients. Polled while the server starts.</summary>
    /// <param name="node">The node.</param>
    public bool Answers(PlannedNode node)
    {
        try
        {
            Ask(node);
            return true;
        }
        catch (Exception exception) when (exception is WireException or TargetException)
        {
            return false;
        }
    }

    /// <summary>
    /// Tells whether all nodes, whose processes run, form one server that serves clients. Polled while the server starts. It may
    /// join the nodes to a cluster.
    /// </summary>
    /// <param name="nodes">The nodes.</param>
    /// <param name="cancellation">Cancels the call.</param>
    public virtual bool IsWhole(IReadOnlyList<PlannedNode> nodes, CancellationToken cancellation) => nodes.All(Answers);

    /// <summary>Sends a node a request that only a ready server answers, within <see cref="ServerTimeouts.Ready"/>.</summary>
    /// <param name="node">The node.</param>
    /// <exception cref="WireException">The node does not answer, or not yet.</exception>
    /// <exception cref="TargetException">The node does not answer, or not yet.</exception>
    protected abstract void Ask(PlannedNode node);

    /// <summary>The address of a node for clients: the first place at which it listens.</summary>
    /// <param name="node">The node.</param>
    protected virtual EndPoint Server(PlannedNode node) =>
        new IPEndPoint(IPAddress.Parse(node.Listens[0].Address), node.Listens[0].Port);
}
