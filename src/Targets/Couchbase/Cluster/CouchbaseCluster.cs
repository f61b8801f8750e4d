using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Knows the nodes of a cluster and the newest map of their vBuckets, and opens connections. <see cref="CouchbaseDefinition"/>
/// connects it through <see cref="BucketContent.Open"/>, and the writers, the audit and the map stream of a target share it.
/// Thread-safe. An older map must never replace a newer one.
/// </summary>
internal sealed class CouchbaseCluster
{
    private readonly IReadOnlyList<EndPoint> _seeds;
    private readonly ClusterMapReader _reader;
    private readonly Lock _update = new();
    private volatile ClusterMap _map;

    private CouchbaseCluster(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options, ClusterMapReader reader, ClusterMap map,
        KvConnection first)
    {
        (_seeds, Options, _reader, _map) = (seeds, options, reader, map);
        Features = first.Features;
        Mechanism = first.Mechanism;
    }

    /// <summary>How to connect to a node.</summary>
    public KvConnectionOptions Options { get; }

    /// <summary>The features that the first node agreed to.</summary>
    public IReadOnlySet<KvFeature> Features { get; }

    /// <summary>Authentication mechanism used. Null without authentication.</summary>
    public string? Mechanism { get; }

    /// <summary>The newest known map.</summary>
    public ClusterMap Map => _map;

    /// <summary>Asks the first node that answers for the map.</summary>
    /// <param name="seeds">The nodes to ask.</param>
    /// <param name="options">How to connect, with the bucket.</param>
    /// <param name="reader">Reads maps.</param>
    /// <exception cref="WireException">No node answers, or the first that does refuses.</exception>
    public static CouchbaseCluster Connect(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options, ClusterMapReader reader)
    {
        using var connection = First(seeds, options);
        return new CouchbaseCluster(seeds, options, reader, reader.Read(connection.ClusterConfig(), HostOf(connection.Server)),
            connection);
    }

    /// <summary>Connects to the first node that answers.</summary>
    /// <param name="seeds">The nodes to try, in order.</param>
    /// <param name="options">How to connect.</param>
    /// <exception cref="WireException">No node answers, or the first that does refuses.</exception>
    public static KvConnection First(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options) =>
        NodeOrder.Open(seeds.Count, node => KvConnection.Open(seeds[node], options));

    /// <summary>The host of a node, without its port.</summary>
    public static string HostOf(EndPoint node) => node is DnsEndPoint dns ? dns.Host : ((IPEndPoint)node).Address.ToString();

    /// <summary>The nodes with at least one active vBucket.</summary>
    public IEnumerable<ClusterNode> NodesInUse
    {
        get
        {
            var map = _map;
            return map.InUse.Select(index => map.Nodes[index]);
        }
    }

    /// <summary>Connects to a node. The caller disposes the connection.</summary>
    /// <param name="node">The node.</param>
    /// <exception cref="WireException">The node does not answer, or refuses.</exception>
    public KvConnection Open(ClusterNode node) => KvConnection.Open(node.KeyValue, Options);

    /// <summary>Takes a map over if it is newer than the known one.</summary>
    /// <param name="json">The map as JSON.</param>
    /// <param name="from">The node that sent it.</param>
    public void Offer(ReadOnlySpan<byte> json, EndPoint from)
    {
        var offered = _reader.Read(json, HostOf(from));
        lock (_update)
        {
            if (offered.IsNewerThan(_map))
            {
                _map = offered;
            }
        }
    }

    /// <summary>
    /// Asks the known nodes for the map until one answers. A node that was failed over refuses the bucket, and is passed over.
    /// </summary>
    /// <exception cref="WireException">No node answers.</exception>
    public void Refresh()
    {
        var nodes = _map.Nodes.Select(n => n.KeyValue).Concat(_seeds).Distinct().ToList();
        var brief = Options with
        {
            ConnectTimeout =
            TimeSpan.FromTicks(Math.Min(Options.ConnectTimeout.Ticks, TimeSpan.FromSeconds(3).Ticks))
        };
        WireException? failure = null;
        foreach (var node in nodes)
        {
            try
            {
                using var connection = KvConnection.Open(node, brief);
                Offer(connection.ClusterConfig(), connection.Server);
                return;
            }
            catch (WireException exception)
            {
                // A node that is away may come back, which the caller must know before a refusal.
                failure = failure is ConnectionLostException ? failure : exception;
            }
        }

        throw failure!;
    }

    /// <summary>
    /// Asks for a new map after a loss, since another node may own the lost node's vBuckets now. If no node answers, the known
    /// map stays, and the caller reports the original loss.
    /// </summary>
    public void LookAround()
    {
        try
        {
            Refresh();
        }
        catch (WireException)
        {
            // The known map stays.
        }
    }

    /// <summary>Asks a node for the number of a collection.</summary>
    /// <param name="scope">Name of its scope.</param>
    /// <param name="collection">Name of the collection.</param>
    /// <exception cref="KvServerException">The collection does not exist, or the node does not know it yet.</exception>
    public uint CollectionId(string scope, string collection)
    {
        using var connection = First([.. NodesInUse.Select(n => n.KeyValue)], Options);
        return connection.CollectionId(scope, collection);
    }
}
