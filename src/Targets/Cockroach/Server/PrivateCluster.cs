using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>One node or a cluster of several on loopback, started for us and gone with us.</summary>
internal sealed class PrivateCluster : IDisposable
{
    // The ranges of a new cluster of three have their replicas after half a minute on an idle machine.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan BusyPatience = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan FormPatience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly Guardian _guardian;
    private readonly CockroachPrivateNode[] _nodes;
    private bool _isFormed;

    private PrivateCluster(string folder, ClusterConfiguration configuration)
    {
        Configuration = configuration;
        var ports = new FreePorts();
        int[] sql = [.. Enumerable.Range(0, configuration.Nodes).Select(_ => ports.Take(IPAddress.Loopback))];
        string? join = configuration.Nodes == 1 ? null : string.Join(',', sql.Take(3).Select(CockroachPrivateNode.Name));
        _nodes =
        [
            .. sql.Select((port, i) => new CockroachPrivateNode(
                configuration, Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"n{i + 1}")), port, ports.Take(IPAddress.Loopback), join)),
        ];
        _guardian = new Guardian(folder, Guardian.AtOnce);
    }

    /// <summary>What it is.</summary>
    public ClusterConfiguration Configuration { get; }

    /// <summary>Where its nodes are.</summary>
    public IReadOnlyList<(string Host, int Port)> Places => [.. _nodes.Select(n => n.Place)];

    /// <summary>What each node may take and what holds it to that; null for no limit.</summary>
    public string? Limits => _nodes[0].Limits;

    /// <summary>The nodes' processes that run.</summary>
    public IReadOnlyList<int> Processes => [.. _nodes.Select(n => n.ProcessId).OfType<int>()];

    /// <summary>Makes and starts a cluster.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The cluster: all nodes answer and see each other, and each range of the cluster's own has its replicas.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    /// <exception cref="OperationCanceledException">The start was ended early.</exception>
    public static PrivateCluster Start(ClusterConfiguration configuration, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, "cockroach");
        say(string.Create(
            CultureInfo.InvariantCulture,
            $"Starting a {configuration.Name} of CockroachDB from {configuration.Program}; it may take {configuration.MemoryMb / 1024.0:0.0} GiB of memory."));
        var cluster = new PrivateCluster(folder, configuration);
        try
        {
            cluster.EnsureRunning(cancellation);
            return cluster;
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    /// <summary>Starts the nodes that do not run, with the data that they have.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <param name="mayForget">
    /// Whether a node that does not answer is started anew, and a cluster that does not start with the data that it has without: before a trial nothing of it is needed.
    /// </param>
    /// <exception cref="TargetException">One does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation, bool mayForget = false)
    {
        lock (_gate)
        {
            bool isUp = Array.TrueForAll(_nodes, n => n.IsUp());
            if (isUp && mayForget)
            {
                foreach (var silent in Silent(cancellation))
                {
                    // It runs and is of no use, as after a full disk.
                    silent.Kill();
                    isUp = false;
                }
            }

            if (isUp)
            {
                return;
            }

            try
            {
                StartStopped(cancellation);
            }
            catch (TargetException) when (mayForget)
            {
                Forget();
                StartStopped(cancellation);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guardian.Dispose();
        foreach (var node in _nodes)
        {
            node.Dispose();
        }
    }

    /// <summary>Nodes that run and do not answer even when they are given the time that a busy one may take.</summary>
    private List<CockroachPrivateNode> Silent(CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            var silent = _nodes.Where(n => !n.Answers()).ToList();
            if (silent.Count == 0 || Stopwatch.GetElapsedTime(started) > BusyPatience)
            {
                return silent;
            }

            cancellation.WaitHandle.WaitOne(PollInterval);
        }
    }

    private void StartStopped(CancellationToken cancellation)
    {
        foreach (var node in _nodes.Where(n => !n.IsRunning))
        {
            cancellation.ThrowIfCancellationRequested();
            node.Start();
        }

        long started = Stopwatch.GetTimestamp();
        if (_nodes.Length > 1 && !_isFormed)
        {
            Await(_nodes[0], () => TryForm(cancellation), started, cancellation);
            _isFormed = true;
        }

        foreach (var node in _nodes)
        {
            Await(node, () => node.LiveNodes() == _nodes.Length, started, cancellation);
        }

        // A range of the cluster's own that is copied while records go in takes from them.
        int replicas = CockroachRanges.Replicas(_nodes.Length, asked: null);
        Await(_nodes[0], () => _nodes[0].RangesBelow(replicas) == 0, started, cancellation);
    }

    private void Forget()
    {
        foreach (var node in _nodes)
        {
            node.Kill();
            node.Forget();
        }

        _isFormed = false;
    }

    /// <summary>Waits for a node to come to something, and fails where any of them ends meanwhile.</summary>
    private void Await(CockroachPrivateNode node, Func<bool> condition, long started, CancellationToken cancellation) => Waiting.Until(
        () =>
        {
            foreach (var each in _nodes)
            {
                each.EnsureStarting();
            }

            return condition();
        },
        PollInterval,
        Patience - Stopwatch.GetElapsedTime(started),
        () => new TargetException($"The CockroachDB nodes are not ready after {Patience.TotalMinutes:0} minutes. The log of the one at {node.Server}: {node.LastOfLog()}", isUnreachable: true),
        cancellation);

    private bool TryForm(CancellationToken cancellation)
    {
        IReadOnlyList<string> command = CockroachCommand.Form(Configuration.Program, _nodes[0].Server);
        using var program = Process.Start(new ProcessStartInfo(command[0], command.Skip(1)) { RedirectStandardError = true, UseShellExecute = false })!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(FormPatience);
        using (limit.Token.Register(() => program.Kill(entireProcessTree: true)))
        {
            program.StandardError.ReadToEnd();
            program.WaitForExit();
        }

        cancellation.ThrowIfCancellationRequested();
        return program.ExitCode == 0;
    }
}
