using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The cluster as it is known now: its ring, its nodes and their state, kept up to date by a thread that listens to the
/// events of one node.
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

    /// <summary>The ring.</summary>
    public CqlRing Ring => Volatile.Read(ref _view).Ring;

    /// <summary>The nodes, as the ring counts them.</summary>
    public IReadOnlyList<CassandraClusterNode> Nodes => Volatile.Read(ref _view).Nodes;

    /// <summary>Connects.</summary>
    /// <param name="contacts">The nodes to ask first.</param>
    /// <param name="options">How connections are made.</param>
    /// <returns>The cluster.</returns>
    /// <exception cref="WireException">No contact answers; the failure of the last is given.</exception>
    public static CassandraCluster Connect(IReadOnlyList<EndPoint> contacts, CqlConnectionOptions options)
    {
        using var connection = Reach(contacts, Patient(options));
        return new CassandraCluster(contacts, options, CqlRing.Read(connection));
    }

    /// <summary>Opens a connection to a node, for schemas, settings and reading.</summary>
    /// <param name="node">The node; it is marked when it does not answer.</param>
    /// <param name="cancellation">Ends the connection, and what waits on it.</param>
    /// <returns>The connection.</returns>
    public CqlConnection Open(CassandraClusterNode node, CancellationToken cancellation) =>
        Open(node, _options with { Cancellation = cancellation });

    /// <summary>Opens a connection to a node, for the timed path: a request takes as long as the user allows.</summary>
    /// <param name="node">The node; it is marked when it does not answer.</param>
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

    /// <summary>Opens a connection to whichever node answers.</summary>
    /// <param name="cancellation">Ends the connection, and what waits on it.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">None does.</exception>
    public CqlConnection OpenAny(CancellationToken cancellation = default) =>
        Reach([.. _contacts, .. Nodes.Select(n => n.Node.Server)], _options with { Cancellation = cancellation });

    /// <summary>Asks for the ring again.</summary>
    public void Refresh()
    {
        using var connection = OpenAny();
        Use(CqlRing.Read(connection));
    }

    /// <summary>Finds the node to send a partition to: its first replica that is up, else any node that is up.</summary>
    /// <param name="token">The partition's token.</param>
    /// <param name="replication">How many replicas it has.</param>
    /// <returns>The node; the first replica when all seem down.</returns>
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

    /// <summary>A change of the schema takes longer than a batch, which the user's time-out is meant for.</summary>
    private static CqlConnectionOptions Patient(CqlConnectionOptions options) =>
        options.RequestTimeout < ServerTimeouts.Schema ? options with { RequestTimeout = ServerTimeouts.Schema } : options;

    /// <summary>Opens a connection to the first of some nodes that answers.</summary>
    /// <exception cref="WireException">None does; the failure of the last is given.</exception>
    public static CqlConnection Reach(IReadOnlyList<EndPoint> contacts, CqlConnectionOptions options)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return CqlConnection.Open(contacts[i], options);
            }
            catch (ConnectionLostException) when (i + 1 < contacts.Count)
            {
                // The next may answer.
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
            catch (WireException)
            {
                // Silence is normal, a lost node is replaced by the next: in both cases listen again.
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
