using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>The connections of one thread to the nodes of a cluster, each opened when it is first needed.</summary>
/// <param name="cluster">The cluster.</param>
internal sealed class NodeLinks(CouchbaseCluster cluster) : IDisposable
{
    private readonly Lock _change = new();
    private readonly Dictionary<EndPoint, KvConnection> _open = [];
    private KvConnection?[] _byNode = [];
    private ClusterMap? _map;
    private bool _isInterrupted;

    /// <summary>All that are open.</summary>
    public Dictionary<EndPoint, KvConnection>.ValueCollection Open => _open.Values;

    /// <summary>The map that the connections are numbered by; the newest when a run begins.</summary>
    public ClusterMap Map => _map ??= cluster.Map;

    /// <summary>Goes by the newest map from now on. The connections stay.</summary>
    public void Renew()
    {
        if (!ReferenceEquals(_map, cluster.Map))
        {
            _map = cluster.Map;
            _byNode = new KvConnection?[_map.Nodes.Count];
        }
    }

    /// <summary>The connection to a node of the map.</summary>
    /// <param name="node">Its index.</param>
    public KvConnection To(int node) => _byNode[node] is { IsBroken: false } link ? link : Connect(node);

    /// <summary>Closes everything: what was unanswered is not to be mistaken for the answer to something else.</summary>
    public void Close()
    {
        lock (_change)
        {
            foreach (var link in _open.Values)
            {
                link.Dispose();
            }

            _open.Clear();
            Array.Clear(_byNode);
        }
    }

    /// <summary>Ends what is waited for, from another thread, and everything that would be from now on.</summary>
    public void Interrupt()
    {
        lock (_change)
        {
            _isInterrupted = true;
            foreach (var link in _open.Values)
            {
                link.Dispose();
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Close();

    private KvConnection Connect(int node)
    {
        var place = Map.Nodes[node];
        if (!_open.TryGetValue(place.KeyValue, out var link) || link.IsBroken)
        {
            link?.Dispose();
            link = cluster.Open(place);
            lock (_change)
            {
                _open[place.KeyValue] = link;
                if (_isInterrupted)
                {
                    link.Dispose();
                    throw new ConnectionLostException("What waits for the cluster was interrupted.");
                }
            }
        }

        _byNode[node] = link;
        return link;
    }
}
