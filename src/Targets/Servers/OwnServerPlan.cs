using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// What a server is to be that is started for a run. A <see cref="ServerDefinition"/> makes it of the endpoint; targets whose
/// plans are equal share one <see cref="OwnServer"/>, so no property of a plan may store a list: lists are computed.
/// </summary>
/// <param name="Database">The name of the database on the command line.</param>
/// <param name="Product">The name of the product, for people.</param>
/// <param name="Program">The program or archive that the server is started from, for people.</param>
/// <param name="Description">How the configuration differs from what the vendor ships: a result says it.</param>
/// <param name="MemoryMb">The memory that all processes together may take, in MiB; null where that is not known.</param>
/// <param name="WorkFolder">The folder that the server's own folder is made in.</param>
/// <param name="Limits">What each process may take at most; null for no limit.</param>
internal abstract record OwnServerPlan(string Database, string Product, string Program, string Description, long? MemoryMb,
    string WorkFolder, ServerLimits? Limits)
{
    /// <summary>What a result calls the server.</summary>
    public virtual string Name => "private server";

    /// <summary>The nodes that the user asked for; null where the user asked for no number.</summary>
    public virtual int? AskedNodes => null;

    /// <summary>The environment variable that named the distribution; null where none did.</summary>
    public virtual ServerHome? NamedBy => null;

    /// <summary>The scheme of the server's address.</summary>
    public virtual string? Scheme => null;

    /// <summary>How long a start may take.</summary>
    public virtual TimeSpan StartTimeout => ServerTimeouts.Start;

    /// <summary>The signal by which the guardian ends a process whose data nobody needs any more.</summary>
    public virtual string EndSignal => Guardian.AtOnce;

    /// <summary>What stands behind the limits in a result: whether they hold for each node.</summary>
    public virtual string LimitsOf => string.Empty;

    /// <summary>What the user reads while the server starts.</summary>
    public virtual string Announcement => $"Starting a {Name} of {Product} from {Program}"
        + (MemoryMb is { } mb ? string.Create(CultureInfo.InvariantCulture, $"; it may take {mb / 1024.0:0.0} GiB of memory.")
            : ".");

    /// <summary>Lays the nodes out in the server's folder. Called once.</summary>
    /// <param name="folder">The server's folder; every command line names its node's folder, which is this one or a folder in
    /// it.</param>
    /// <param name="free">Gives ports that are free.</param>
    public abstract ServerPlan Layout(string folder, FreePorts free);

    /// <summary>The address that targets connect to.</summary>
    /// <param name="nodes">The nodes.</param>
    public virtual ServerAddress Address(IReadOnlyList<PlannedNode> nodes) => new(Scheme, User: null, [.. nodes.Select(Server)]);

    /// <summary>
    /// The wave in which a node is started, from 0: the nodes of a wave are started together, once all nodes of the wave before
    /// answer.
    /// </summary>
    /// <param name="node">The node's place in the layout, from 0.</param>
    public virtual int Wave(int node) => 0;

    /// <summary>Whether a node answers clients. Asked again and again while the server starts.</summary>
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
    /// Whether the nodes, whose processes run, are one server that serves clients. Asked again and again while the server starts;
    /// it may tell them that they are one.
    /// </summary>
    /// <param name="nodes">The nodes.</param>
    /// <param name="cancellation">Ends it early.</param>
    public virtual bool IsWhole(IReadOnlyList<PlannedNode> nodes, CancellationToken cancellation) => nodes.All(Answers);

    /// <summary>
    /// Asks a node something that only a server which is ready answers, within <see cref="ServerTimeouts.Ready"/>.
    /// </summary>
    /// <param name="node">The node.</param>
    /// <exception cref="WireException">The node does not answer, or not yet.</exception>
    /// <exception cref="TargetException">The node does not answer, or not yet.</exception>
    protected abstract void Ask(PlannedNode node);

    /// <summary>Where clients reach a node: the first of the places that it listens on.</summary>
    /// <param name="node">The node.</param>
    protected virtual EndPoint Server(PlannedNode node) =>
        new IPEndPoint(IPAddress.Parse(node.Listens[0].Address), node.Listens[0].Port);
}
