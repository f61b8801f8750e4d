using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>One node or a ring of several on loopback addresses, evenly spaced tokens, started for us and gone with us.</summary>
internal sealed class PrivateRing : IDisposable
{
    // On two cores that others use too, one node takes up to a minute and a half.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);
    private readonly Lock _gate = new();
    private readonly Guardian _guardian;
    private readonly CassandraPrivateNode[] _nodes;

    private PrivateRing(string folder, CassandraPrivateNode[] nodes, RingConfiguration configuration)
    {
        Folder = folder;
        _nodes = nodes;
        Configuration = configuration;
        _guardian = new Guardian(folder, Guardian.AtOnce);
    }

    /// <summary>The folder with all of its files.</summary>
    public string Folder { get; }

    /// <summary>What it is.</summary>
    public RingConfiguration Configuration { get; }

    /// <summary>The nodes' addresses.</summary>
    public IReadOnlyList<EndPoint> Hosts => [.. _nodes.Select(n => n.Server)];

    /// <summary>What each node may take and what holds it to that; null for no limit.</summary>
    public string? Limits => _nodes[0].Limits;

    /// <summary>The nodes' processes that run.</summary>
    public IReadOnlyList<int> Processes => [.. _nodes.Select(n => n.ProcessId).OfType<int>()];

    /// <summary>Makes and starts a ring.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The ring, all nodes answering and seeing each other.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    /// <exception cref="OperationCanceledException">The start was ended early.</exception>
    public static PrivateRing Start(RingConfiguration configuration, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, "cassandra");
        var ports = new FreePorts();
        IPAddress[] addresses = [.. Enumerable.Range(0, configuration.Nodes).Select(i => IPAddress.Parse(Address(i)))];
        int native = ports.Take(addresses);
        int storage = ports.Take(addresses);
        var nodes = Enumerable.Range(0, configuration.Nodes).Select(i =>
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"n{i + 1}");
            return new CassandraPrivateNode(configuration.Home, new NodeConfiguration(
                Path.Combine(folder, name), Address(i), native, storage, ports.Take(IPAddress.Loopback), Address(0),
                    RingConfiguration.Token(i, configuration.Nodes),
                configuration.HeapMb, configuration.IsSynced, configuration.Profile)
            {
                Limits = configuration.Limits,
            });
        }).ToArray();
        say(string.Create(
            CultureInfo.InvariantCulture,
            $"Starting {(nodes.Length == 1 ? "a node" : $"a ring of {nodes.Length} nodes")} of Apache Cassandra "
            + $"{configuration.Home.Version} from {configuration.Home.Folder}; it may take "
            + $"{configuration.MemoryMb / 1024.0:0.0} GiB of memory."));
        var ring = new PrivateRing(folder, nodes, configuration);
        try
        {
            ring.EnsureRunning(cancellation);
            return ring;
        }
        catch
        {
            ring.Dispose();
            throw;
        }
    }

    /// <summary>Starts the nodes that do not run, with the data that they have.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <returns>Whether there were any.</returns>
    /// <exception cref="TargetException">One does not start.</exception>
    public bool EnsureRunning(CancellationToken cancellation)
    {
        lock (_gate)
        {
            var stopped = _nodes.Where(n => !n.IsRunning).ToList();
            if (stopped.Count == 0)
            {
                return false;
            }

            // The first node is the others' seed: it must answer before they ask.
            long started = Stopwatch.GetTimestamp();
            if (stopped[0] == _nodes[0])
            {
                stopped[0].Start();
                Await(stopped[0].IsReady, stopped[0], started, cancellation);
            }

            foreach (var node in stopped.Where(n => !n.IsRunning))
            {
                node.Start();
            }

            foreach (var node in stopped)
            {
                Await(node.IsReady, node, started, cancellation);
            }

            Await(SeeEachOther, _nodes[0], started, cancellation);
            return true;
        }
    }

    /// <summary>
    /// Ends all nodes, with their data, so that they are started again before the next step: one that runs and stays silent (its
    /// disk is full, or it was stopped) would otherwise be waited for again and again.
    /// </summary>
    public void End()
    {
        lock (_gate)
        {
            foreach (var node in _nodes)
            {
                node.End();
            }
        }
    }

    public void Dispose()
    {
        _guardian.Dispose();
        foreach (var node in _nodes)
        {
            node.Dispose();
        }
    }

    private static string Address(int index) => string.Create(CultureInfo.InvariantCulture, $"127.0.0.{index + 1}");

    private static void Await(Func<bool> condition, CassandraPrivateNode node, long started, CancellationToken cancellation) =>
        Waiting.Until(
        condition,
        PollInterval,
        Patience - Stopwatch.GetElapsedTime(started),
        () => new TargetException(
            $"The Cassandra nodes are not ready after {Patience.TotalMinutes:0} minutes. The log of the one at {node.Server}: "
            + $"{node.LastOfLog()}", isUnreachable: true),
        cancellation);

    private bool SeeEachOther() => _nodes.All(n =>
    {
        try
        {
            using var connection = CqlConnection.Open(n.Server, new CqlConnectionOptions());
            return connection.Query("SELECT peer, tokens FROM system.peers").Count(r => r.Has("tokens")) == _nodes.Length - 1;
        }
        catch (WireException)
        {
            return false;
        }
    });
}
