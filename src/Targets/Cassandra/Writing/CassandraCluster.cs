using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Knows the ring of a cluster and which nodes are down, opens connections, and chooses the node for each request.
/// <see cref="CassandraDefinition"/> connects it, the target owns it, and writers, settling and audit share it. A thread keeps it
/// current by listening to one node's events. Thread-safe.
/// </summary>
internal sealed class CassandraCluster : IDisposable
{
    private readonly IReadOnlyList<EndPoint> _contacts;
    private readonly CqlConnectionOptions _writing;
    private readonly CqlConnectionOptions _options;
    private readonly Lock _gate = new();
    private CqlConnection? _listening;
    private View _view;
    private bool _disposed;

    private CassandraCluster(IReadOnlyList<EndPoint> contacts, CqlConnectionOptions options, CqlRing ring)
    {
        _contacts = contacts;
        _writing = options;
        _options = Patient(options);
        _view = new View(ring, [.. ring.Nodes.Select(n => new CassandraClusterNode(n))]);
        new Thread(Listen) { IsBackground = true, Name = "cassandra events" }.Start();
    }

    /// <summary>The present ring.</summary>
    public CqlRing Ring => Volatile.Read(ref _view).Ring;

    /// <summary>The nodes, in the ring's numbering.</summary>
    public IReadOnlyList<CassandraClusterNode> Nodes => Volatile.Read(ref _view).Nodes;

    /// <summary>Connects to the first contact that answers and reads the ring.</summary>
    /// <param name="contacts">The nodes to try, in order.</param>
    /// <param name="options">How to connect.</param>
    /// <returns>The cluster.</returns>
    /// <exception cref="WireException">No contact answers. Thrown for the last one.</exception>
    public static CassandraCluster Connect(IReadOnlyList<EndPoint> contacts, CqlConnectionOptions options)
    {
        using var connection = Reach(contacts, Patient(options));
        return new CassandraCluster(contacts, options, CqlRing.Read(connection));
    }

    /// <summary>Connects to a node for schemas, settings and reading.</summary>
    /// <param name="node">The node, which is marked as down if it does not answer.</param>
    /// <param name="cancellation">Closes the connection and ends a pending call.</param>
    /// <returns>The connection.</returns>
    public CqlConnection Open(CassandraClusterNode node, CancellationToken cancellation) =>
        Open(node, _options with { Cancellation = cancellation });

    /// <summary>Connects to a node for the timed path, with the user's timeout per request.</summary>
    /// <param name="node">The node, which is marked as down if it does not answer.</param>
    /// <returns>The connection.</returns>
    public CqlConnection OpenForWriting(CassandraClusterNode node) => Open(node, _writing);

    private static CqlConnection Open(CassandraClusterNode node, CqlConnectionOptions options)
    {
        try
        {
            return CqlConnection.Open(node.Node.Server, options);
        }
        catch (WireException)
        {
            node.MarkDown();
            throw;
        }
    }

    /// <summary>Connects to any node that answers.</summary>
    /// <param name="cancellation">Closes the connection and ends a pending call.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">No node answers.</exception>
    public CqlConnection OpenAny(CancellationToken cancellation = default) =>
        Reach([.. _contacts, .. Nodes.Select(n => n.Node.Server)], _options with { Cancellation = cancellation });

    /// <summary>Reads the ring again.</summary>
    public void Refresh()
    {
        using var connection = OpenAny();
        Use(CqlRing.Read(connection));
    }

    /// <summary>
    /// Chooses the node for a partition: its first live replica, else any live node. Writers call it for each request, on the
    /// timed path.
    /// </summary>
    /// <param name="token">The partition's token.</param>
    /// <param name="replication">Number of replicas.</param>
    /// <returns>The node. The first replica if all seem down.</returns>
    public CassandraClusterNode Route(long token, int replication)
    {
        var view = Volatile.Read(ref _view);
        Span<int> replicas = stackalloc int[replication];
        replicas = replicas[..view.Ring.Replicas(token, replicas)];
        foreach (int replica in replicas)
        {
            if (!view.Nodes[replica].IsDown)
            {
                return view.Nodes[replica];
            }
        }

        foreach (var node in view.Nodes)
        {
            if (!node.IsDown)
            {
                return node;
            }
        }

        return view.Nodes[replicas.Length > 0 ? replicas[0] : 0];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            _listening?.Dispose();
        }
    }

    /// <summary>Options with a timeout of at least a minute, since a change of the schema takes longer than a batch.</summary>
    private static CqlConnectionOptions Patient(CqlConnectionOptions options) =>
        options.RequestTimeout < ServerTimeouts.Schema ? options with { RequestTimeout = ServerTimeouts.Schema } : options;

    /// <summary>Connects to the first node that answers.</summary>
    /// <exception cref="WireException">No node answers. Thrown for the last one.</exception>
    public static CqlConnection Reach(IReadOnlyList<EndPoint> contacts, CqlConnectionOptions options)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return CqlConnection.Open(contacts[i], options);
            }
            catch (WireException e) when (CassandraErrors.IsOfNode(e) && i + 1 < contacts.Count)
            {
                // Try the next node.
            }
        }
    }

    private void Use(CqlRing ring)
    {
        lock (_gate)
        {
            var known = _view.Nodes.ToDictionary(n => (n.Node.HostId, n.Node.Server));
            Volatile.Write(ref _view, new View(
                ring, [.. ring.Nodes
                    .Select(n => known.TryGetValue((n.HostId, n.Server), out var node) ? node : new CassandraClusterNode(n))]));
        }
    }

    private void Listen()
    {
        while (!Volatile.Read(ref _disposed))
        {
            try
            {
                using var connection = OpenAny();
                lock (_gate)
                {
                    _listening = connection;
                    if (_disposed)
                    {
                        return;
                    }
                }

                connection.Register("TOPOLOGY_CHANGE", "STATUS_CHANGE");
                Use(CqlRing.Read(connection));
                while (true)
                {
                    Apply(connection.ReceiveEvent());
                }
            }
            catch (Exception)
            {
                // A timeout without events is normal, and another node replaces a lost node. Any other failure, such as a row
                // that cannot be read, must not end the process either: the last known ring stays, and listening begins again.
                if (!Volatile.Read(ref _disposed))
                {
                    Thread.Sleep(TimeSpan.FromSeconds(1));
                }
            }
        }
    }

    private void Apply(CqlEvent change)
    {
        if (change.Type == "TOPOLOGY_CHANGE")
        {
            Refresh();
            return;
        }

        foreach (var node in Nodes)
        {
            if (node.Node.Server.Equals(change.Node))
            {
                if (change.Change == "UP")
                {
                    node.MarkUp();
                }
                else
                {
                    node.MarkDown();
                }
            }
        }
    }

    private sealed record View(CqlRing Ring, IReadOnlyList<CassandraClusterNode> Nodes);
}
