using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>One node or a ring of several on loopback addresses, evenly spaced tokens, started for us and gone with us.</summary>
internal sealed class OwnRing : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(4);
    private readonly Lock _gate = new();
    private readonly Guardian _guardian;
    private readonly OwnNode[] _nodes;

    private OwnRing(string folder, OwnNode[] nodes, string configuration)
    {
        Folder = folder;
        _nodes = nodes;
        Configuration = configuration;
        _guardian = new Guardian(folder);
    }

    /// <summary>The folder with all of its files.</summary>
    public string Folder { get; }

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Configuration { get; }

    /// <summary>The nodes' addresses.</summary>
    public IReadOnlyList<EndPoint> Hosts => [.. _nodes.Select(n => n.Server)];

    /// <summary>The nodes' processes that run.</summary>
    public IReadOnlyList<int> Processes => [.. _nodes.Select(n => n.ProcessId).OfType<int>()];

    /// <summary>Makes and starts a ring.</summary>
    /// <param name="home">The distribution.</param>
    /// <param name="endpoint">Its size and settings.</param>
    /// <param name="isSynced">Whether the commit log is synced before an acknowledgement.</param>
    /// <param name="workFolder">Where its files go.</param>
    /// <returns>The ring, all nodes answering and seeing each other.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    public static OwnRing Start(CassandraHome home, CassandraEndpoint endpoint, bool isSynced, string workFolder)
    {
        string folder = Path.Combine(Path.GetFullPath(workFolder), "dbingest-cassandra-" + Guid.NewGuid().ToString("N")[..8]);
        Directory.CreateDirectory(folder);
        var taken = new HashSet<int>();
        int native = FreePort(endpoint.Nodes, taken);
        int storage = FreePort(endpoint.Nodes, taken);
        var nodes = Enumerable.Range(0, endpoint.Nodes).Select(i =>
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"n{i + 1}");
            return new OwnNode(home, new NodeConfiguration(
                Path.Combine(folder, name), Address(i), native, storage, FreePort(1, taken), Address(0), Token(i, endpoint.Nodes), endpoint.HeapMb, isSynced, endpoint.Profile));
        }).ToArray();
        string configuration = endpoint.Profile == "default"
            ? $"vendor's latest profile, {endpoint.HeapMb} MiB heap a node"
            : $"{endpoint.Profile} (time-outs 90 s, row cache off, concurrent writes 8 x cores), {endpoint.HeapMb} MiB heap a node";
        var ring = new OwnRing(folder, nodes, configuration);
        try
        {
            ring.EnsureRunning();
            return ring;
        }
        catch
        {
            ring.Dispose();
            throw;
        }
    }

    /// <summary>Starts the nodes that do not run, with the data that they have.</summary>
    /// <returns>Whether there were any.</returns>
    /// <exception cref="TargetException">One does not start.</exception>
    public bool EnsureRunning()
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
                Await(started, stopped[0].IsReady);
            }

            foreach (var node in stopped.Where(n => !n.IsRunning))
            {
                node.Start();
            }

            foreach (var node in stopped)
            {
                Await(started, node.IsReady);
            }

            Await(started, SeeEachOther);
            return true;
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

    private static long Token(int index, int nodes) => (long)(((UInt128.One << 64) * (UInt128)index / (UInt128)nodes) + (UInt128.One << 63));

    /// <summary>
    /// A port that is free on all addresses of the ring, from below the range that the system takes the ports of outgoing
    /// connections from: one that is free now could otherwise be an outgoing connection's when the node binds it.
    /// </summary>
    private static int FreePort(int nodes, HashSet<int> taken)
    {
        const int First = 12_000;
        const int Count = 18_000;
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp() ^ ((ulong)Environment.ProcessId << 32));
        while (true)
        {
            int port = First + random.NextBelow(Count);
            if (taken.Add(port) && Enumerable.Range(0, nodes).All(n => IsFree(new IPEndPoint(IPAddress.Parse(Address(n)), port))))
            {
                return port;
            }
        }
    }

    private static bool IsFree(IPEndPoint place)
    {
        try
        {
            using var listener = new TcpListener(place);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static void Await(long started, Func<bool> condition)
    {
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(started) > Patience)
            {
                throw new TargetException($"The Cassandra nodes are not ready after {Patience.TotalMinutes:0} minutes.", isUnreachable: true);
            }

            Thread.Sleep(100);
        }
    }

    private bool SeeEachOther() => _nodes.All(n =>
    {
        try
        {
            using var connection = CqlConnection.Open(n.Server, new CqlConnectionOptions());
            return connection.Query("SELECT peer, tokens FROM system.peers").Count(r => r.Has("tokens")) == _nodes.Length - 1;
        }
        catch (CqlException)
        {
            return false;
        }
    });
}
