using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// One private node of Cassandra or a ring of several on loopback addresses, with evenly spaced tokens, which is whole once all
/// nodes see each other.
/// </summary>
/// <param name="Home">The distribution.</param>
/// <param name="Asked">Its nodes; null where none were asked for: one.</param>
/// <param name="HeapMb">The heap of each node in MiB.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
/// <param name="IsSynced">Whether the commit log is synced before an acknowledgement.</param>
/// <param name="WorkFolder">The folder that the server's own folder is made in.</param>
/// <param name="Limits">What each node may take at most; null for no limit.</param>
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
    private static readonly CqlConnectionOptions Quick = new() { RequestTimeout = ServerTimeouts.Ready };

    /// <summary>Its nodes.</summary>
    public int Nodes => Asked ?? 1;

    /// <inheritdoc/>
    public override int? AskedNodes => Asked;

    /// <inheritdoc/>
    public override ServerHome? NamedBy => Home.NamedBy;

    /// <inheritdoc/>
    public override string Name => Nodes == 1 ? "private node"
        : string.Create(CultureInfo.InvariantCulture, $"private ring of {Nodes} nodes");

    /// <inheritdoc/>
    public override string LimitsOf => ", each node";

    /// <summary>On two cores that others use too, one node takes up to a minute and a half.</summary>
    public override TimeSpan StartTimeout => ServerTimeouts.ClusterStart;

    /// <summary>The token of a node: evenly spaced, so that each owns as much as the others.</summary>
    /// <param name="index">Which node, from 0.</param>
    /// <param name="nodes">How many there are.</param>
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

    /// <summary>The first node is the others' seed: it must answer before they ask.</summary>
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
