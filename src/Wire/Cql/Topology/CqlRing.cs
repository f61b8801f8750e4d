using System.Globalization;
using System.Net;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Wire.Cql.Topology;

/// <summary>
/// Maps tokens to the nodes that own them. <c>CassandraCluster</c> reads one when it connects and after each change of topology,
/// and <c>RequestPipeline</c> sends each partition to a replica by it. Immutable.
/// </summary>
public sealed class CqlRing
{
    private readonly long[] _tokens;
    private readonly int[] _owners;
    private readonly CqlNode[] _nodes;
    private readonly string _dataCenter;

    /// <summary>Creates a ring.</summary>
    /// <param name="nodes">At least one. The node that reported the ring comes first.</param>
    public CqlRing(IReadOnlyList<CqlNode> nodes)
    {
        ArgumentOutOfRangeException.ThrowIfZero(nodes.Count);
        _nodes = [.. nodes];
        _dataCenter = nodes[0].DataCenter;
        var owned = nodes.SelectMany((node, index) => node.Tokens.Select(token => (Token: token, Index: index)))
            .OrderBy(t => t.Token).ToArray();
        _tokens = [.. owned.Select(t => t.Token)];
        _owners = [.. owned.Select(t => t.Index)];
    }

    /// <summary>All nodes. The node that reported the ring comes first.</summary>
    public IReadOnlyList<CqlNode> Nodes => _nodes;

    /// <summary>All tokens, ascending. Each range between two of them has one owner.</summary>
    public IReadOnlyList<long> Tokens => _tokens;

    /// <summary>Reads the ring from the system tables of the connected node, as that node sees it.</summary>
    public static CqlRing Read(CqlConnection connection)
    {
        var asked = connection.Remote;
        var local = connection.Query("SELECT host_id, data_center, rack, tokens FROM system.local WHERE key = 'local'");
        var nodes = new List<CqlNode> { ToNode(local[0], asked) };
        foreach (var row in ReadPeers(connection))
        {
            // A peer that is still joining has no tokens or no address.
            if ((row.Inet("native_address") ?? row.Inet("rpc_address")) is { } address && row.Texts("tokens").Count > 0)
            {
                bool isAny = address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);
                int port = row.Has("native_port") ? (int)row.Integer("native_port") : asked.Port;
                nodes.Add(ToNode(row, new IPEndPoint(isAny ? row.Inet("peer") ?? address : address, port)));
            }
        }

        return new CqlRing(nodes);
    }

    /// <summary>
    /// Finds the replicas of a partition, the primary first. Allocates nothing: the writer calls it for every batch.
    /// </summary>
    /// <param name="token">The partition's token.</param>
    /// <param name="found">Receives indexes into <see cref="Nodes"/>. Its length is the replication factor.</param>
    /// <returns>How many were found.</returns>
    /// <remarks>
    /// Places replicas like NetworkTopologyStrategy in the data centre of the node that reported the ring: clockwise, racks
    /// without a replica first.
    /// </remarks>
    public int Replicas(long token, Span<int> found)
    {
        int at = Array.BinarySearch(_tokens, token);
        at = at < 0 ? ~at : at;
        int count = 0;
        for (int pass = 0; pass < 2; pass++)
        {
            for (int step = 0; step < _owners.Length && count < found.Length; step++)
            {
                int owner = _owners[(at + step) % _owners.Length];
                var chosen = found[..count];
                bool isOwnRack = pass > 0 || !HasRack(chosen, _nodes[owner].Rack);
                if (_nodes[owner].DataCenter == _dataCenter && isOwnRack && !chosen.Contains(owner))
                {
                    found[count++] = owner;
                }
            }
        }

        return count;
    }

    private static IReadOnlyList<CqlRow> ReadPeers(CqlConnection connection)
    {
        try
        {
            return connection.Query(
                "SELECT peer, host_id, data_center, rack, tokens, native_address, native_port FROM system.peers_v2");
        }
        catch (CqlServerException exception) when (exception.Code == CqlErrorCode.Invalid)
        {
            // Before Cassandra 4.0 all nodes had the same port.
            return connection.Query("SELECT peer, host_id, data_center, rack, tokens, rpc_address FROM system.peers");
        }
    }

    private static CqlNode ToNode(CqlRow row, IPEndPoint server) => new(
        row.Uuid("host_id"),
        server,
        row.Text("data_center"),
        row.Text("rack"),
        [.. row.Texts("tokens").Select(t => long.Parse(t, CultureInfo.InvariantCulture))]);

    private bool HasRack(ReadOnlySpan<int> nodes, string rack)
    {
        foreach (int node in nodes)
        {
            if (_nodes[node].Rack == rack)
            {
                return true;
            }
        }

        return false;
    }
}
