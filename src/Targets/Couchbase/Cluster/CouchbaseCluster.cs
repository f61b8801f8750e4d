using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>The nodes of a cluster and their map, as it is known now. Used by several threads at once.</summary>
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

    /// <summary>How connections are made.</summary>
    public KvConnectionOptions Options { get; }

    /// <summary>What the node that was asked first agreed to.</summary>
    public IReadOnlySet<KvFeature> Features { get; }

    /// <summary>How the user was logged in; null where nobody was.</summary>
    public string? Mechanism { get; }

    /// <summary>The newest map that is known.</summary>
    public ClusterMap Map => _map;

    /// <summary>Connects to the first of some nodes that answers, and asks it for the map.</summary>
    /// <param name="seeds">The nodes.</param>
    /// <param name="options">How connections are made; with the bucket.</param>
    /// <param name="reader">What reads maps.</param>
    /// <exception cref="WireException">No node answers, or the one that does refuses.</exception>
    public static CouchbaseCluster Connect(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options, ClusterMapReader reader)
    {
        using var connection = First(seeds, options);
        return new CouchbaseCluster(seeds, options, reader, reader.Read(connection.ClusterConfig(), HostOf(connection.Server)),
            connection);
    }

    /// <summary>Connects to the first of some nodes that answers.</summary>
    /// <param name="seeds">The nodes.</param>
    /// <param name="options">How.</param>
    /// <exception cref="WireException">None does, or the one that does refuses.</exception>
    public static KvConnection First(IReadOnlyList<EndPoint> seeds, KvConnectionOptions options)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return KvConnection.Open(seeds[i], options);
            }
            catch (ConnectionLostException) when (i + 1 < seeds.Count)
            {
                // The next may answer.
            }
        }
    }

    /// <summary>The host of a node, without its port.</summary>
    public static string HostOf(EndPoint node) => node is DnsEndPoint dns ? dns.Host : ((IPEndPoint)node).Address.ToString();

    /// <summary>The nodes that some vBucket is active at.</summary>
    public IEnumerable<ClusterNode> NodesInUse
    {
        get
        {
            var map = _map;
            return map.InUse.Select(index => map.Nodes[index]);
        }
    }

    /// <summary>Connects to a node.</summary>
    /// <param name="node">The node.</param>
    /// <exception cref="WireException">It does not answer, or refuses.</exception>
    public KvConnection Open(ClusterNode node) => KvConnection.Open(node.KeyValue, Options);

    /// <summary>Takes a map that a node gave, where it is newer.</summary>
    /// <param name="json">The map.</param>
    /// <param name="from">The node.</param>
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

    /// <summary>Asks the nodes that are known for the map, until one answers.</summary>
    /// <exception cref="WireException">None does.</exception>
    public void Refresh()
    {
        var nodes = _map.Nodes.Select(n => n.KeyValue).Concat(_seeds).Distinct().ToList();
        var brief = Options with
        {
            ConnectTimeout =
            TimeSpan.FromTicks(Math.Min(Options.ConnectTimeout.Ticks, TimeSpan.FromSeconds(3).Ticks))
        };
        using var connection = First(nodes, brief);
        Offer(connection.ClusterConfig(), connection.Server);
    }

    /// <summary>The number of a collection.</summary>
    /// <param name="scope">Its scope.</param>
    /// <param name="collection">Its name.</param>
    /// <exception cref="KvServerException">There is none, or not yet.</exception>
    public uint CollectionId(string scope, string collection)
    {
        using var connection = First([.. NodesInUse.Select(n => n.KeyValue)], Options);
        return connection.CollectionId(scope, collection);
    }
}
