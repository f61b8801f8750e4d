using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// The connections of one thread to the nodes of a cluster. <see cref="KvPipeline"/> owns it. Each connection opens on first use.
/// Only <see cref="Interrupt"/> may be called by another thread.
/// </summary>
/// <param name="cluster">The nodes and their map.</param>
internal sealed class NodeLinks(CouchbaseCluster cluster) : IDisposable
{
    private readonly Lock _change = new();
    private readonly Dictionary<EndPoint, KvConnection> _open = [];
    private KvConnection?[] _byNode = [];
    private ClusterMap? _map;
    private bool _isInterrupted;

    /// <summary>All open connections.</summary>
    public Dictionary<EndPoint, KvConnection>.ValueCollection Open => _open.Values;

    /// <summary>The map by which connections are numbered. It changes only by <see cref="Renew"/>.</summary>
    public ClusterMap Map => _map ??= cluster.Map;

    /// <summary>Switches to the newest map and keeps the connections.</summary>
    public void Renew()
    {
        if (!ReferenceEquals(_map, cluster.Map))
        {
            _map = cluster.Map;
            _byNode = new KvConnection?[_map.Nodes.Count];
        }
    }

    /// <summary>Connects to a node, or returns the open connection.</summary>
    /// <param name="node">The node's index in <see cref="Map"/>.</param>
    public KvConnection To(int node) => _byNode[node] is { IsBroken: false } link ? link : Connect(node);

    /// <summary>Closes all connections, so that no late answer is taken for that of a later request.</summary>
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

    /// <summary>Closes all connections from another thread and lets none open again. Ends a pending wait.</summary>
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
            link = Reach(place);
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

    /// <summary>
    /// Connects to a node. One that starts, or that was failed over, knows neither the users nor the bucket for a while and
    /// refuses the login. Another node has let this user in before, so that the refusal counts as a lost connection.
    /// </summary>
    private KvConnection Reach(ClusterNode place)
    {
        try
        {
            return cluster.Open(place);
        }
        catch (KvServerException exception)
        {
            throw new ConnectionLostException($"{place} does not serve the bucket now: {exception.Message}",
                innerException: exception);
        }
    }
}
