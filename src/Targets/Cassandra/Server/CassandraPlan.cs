using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Plans a private server: one Cassandra node, or a ring of several on loopback addresses with evenly spaced tokens.
/// <see cref="CassandraDefinition"/> makes it, and <see cref="PrivateServer"/> starts it. The ring counts as started once all
/// nodes see each other. Nodes require no password, so they must listen on loopback only.
/// </summary>
/// <param name="Home">The distribution.</param>
/// <param name="Asked">Number of nodes. Null if the user gave none, which means 1.</param>
/// <param name="HeapMb">Heap of each node in MiB.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
/// <param name="IsSynced">True if the commit log is synced before an acknowledgement.</param>
/// <param name="WorkFolder">Parent of the server's folder.</param>
/// <param name="Limits">Resource limits of each node. Null for none.</param>
internal sealed record CassandraPlan(CassandraHome Home, int? Asked, int HeapMb, string Profile, bool IsSynced,
    string WorkFolder, ServerLimits? Limits) : PrivateServerPlan(
    "cassandra",
    $"Apache Cassandra {Home.Version}",
    Home.Folder,
    Profile == "default" ? $"vendor's latest profile, {HeapMb} MiB heap a node"
        : $"{Profile} (time-outs 90 s, row cache off, concurrent writes 8 x cores), {HeapMb} MiB heap a node",
    (Asked ?? 1) * Math.Min(HeapMb + CassandraConfiguration.MemoryBesideTheHeapMb(HeapMb),
        (Limits?.MemoryBytes ?? long.MaxValue) >> 20),
    WorkFolder,
    Limits)
{
    private const string Log = "logs/system.log";
    private const string OfSystem = "/system";

    private static readonly CqlConnectionOptions Quick = new() { RequestTimeout = ServerTimeouts.Ready };

    /// <summary>Number of nodes.</summary>
    public int Nodes => Asked ?? 1;

    /// <inheritdoc/>
    public override IReadOnlyList<LogSign> Signs =>
    [
        new(Log, " - Enqueuing flush of ", "flush began", "flush of system"),
        new(Log, " - Completed flushing ", "flush ended", OfSystem),
        new(Log, " - Compacting (", "compaction began", OfSystem),
        new(Log, " - Compacted (", "compaction ended", OfSystem),
        new(Log, "GCInspector", "garbage collection ended"),
    ];

    /// <inheritdoc/>
    public override int? AskedNodes => Asked;

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    public override string Name => Nodes == 1 ? "private node"
        : string.Create(CultureInfo.InvariantCulture, $"private ring of {Nodes} nodes");

    /// <inheritdoc/>
    public override string LimitsOf => ", each node";

    /// <summary>A node takes up to 90 s to start on two shared cores.</summary>
    public override TimeSpan StartTimeout => ServerTimeouts.ClusterStart;

    /// <summary>The token of a node. Tokens are evenly spaced, so that all nodes own equal parts.</summary>
    /// <param name="index">Index of the node, from 0.</param>
    /// <param name="nodes">Number of nodes.</param>
    public static long Token(int index, int nodes) =>
        (long)(((UInt128.One << 64) * (UInt128)index / (UInt128)nodes) + (UInt128.One << 63));

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        IPAddress[] addresses = [.. Enumerable.Range(1, Nodes).Select(i => new IPAddress([127, 0, 0, (byte)i]))];
        int native = free.Take(addresses);
        int storage = free.Take(addresses);
        return new([.. addresses.Select((address, i) =>
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"n{i + 1}");
            var place = new ServerPlace(name, address.ToString(), Path.Combine(folder, name));
            var node = new CassandraConfiguration(place.Folder, place.Address, native, storage, free.Take(IPAddress.Loopback),
                addresses[0].ToString(), Token(i, Nodes), HeapMb, IsSynced, Profile);
            return node.Planned(place, CassandraCommand.Of(Home.Folder, Home.Java, node));
        })]);
    }

    /// <summary>The first node is the seed of the others, so it must answer before they start.</summary>
    public override int Wave(int node) => node == 0 ? 0 : 1;

    /// <inheritdoc/>
    public override bool IsWhole(IReadOnlyList<PlannedNode> nodes, CancellationToken cancellation) => nodes.All(SeesAll);

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node) => CqlConnection.Open(Server(node), Quick).Dispose();

    private bool SeesAll(PlannedNode node)
    {
        try
        {
            using var connection = CqlConnection.Open(Server(node), Quick);
            return connection.Query("SELECT peer, tokens FROM system.peers").Count(row => row.Has("tokens")) == Nodes - 1;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
