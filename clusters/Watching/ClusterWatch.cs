using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using DbIngest.Abstractions.Resources;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;

namespace DbIngest.Clusters.Watching;

/// <summary>
/// Reads the resource use of a deployment's nodes, each by a shell on its own machine, while a run's trials are measured.
/// <see cref="Cluster.Watch"/> creates one per deployment of a run for <c>OpenTargets</c>, and <c>WatchedTarget</c> opens new
/// readers by it per trial. When a node does not answer, the trial has no figures of resource use, but never fails. One thread
/// at a time uses it.
/// </summary>
public sealed class ClusterWatch : IDisposable
{
    private readonly ClusterProvider _nodes;
    private readonly Action<string> _say;
    private readonly CancellationToken _cancellation;
    private readonly NodeProbe?[] _probes;
    private readonly HashSet<string> _said = [];
    private readonly string _here;

    internal ClusterWatch(ClusterProvider nodes, Action<string> say, CancellationToken cancellation)
    {
        _nodes = nodes;
        _say = say;
        _cancellation = cancellation;
        _probes = new NodeProbe?[nodes.Deployment.Nodes.Count];
        _here = OperatingSystem.IsLinux() && File.Exists("/proc/sys/kernel/random/boot_id")
            ? File.ReadAllText("/proc/sys/kernel/random/boot_id").Trim() : string.Empty;
    }

    /// <summary>Opens a reader per node, which counts from now.</summary>
    /// <returns>The readers; empty unless all nodes answer, since a sum over some nodes would be taken for the whole.</returns>
    public IReadOnlyList<IResourceReader> OpenReaders()
    {
        Parallel.For(0, _probes.Length, new ParallelOptions { MaxDegreeOfParallelism = 16 }, Connect);
        long asked = Stopwatch.GetTimestamp();
        foreach (var probe in _probes)
        {
            probe?.Ask();
        }

        NodeReader?[] readers = [.. _probes.Select((_, i) => Open(i, asked))];
        return Array.TrueForAll(readers, reader => reader is not null) ? [.. readers.OfType<IResourceReader>()] : [];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var probe in _probes)
        {
            probe?.Dispose();
        }
    }

    /// <summary>Starts a node's probe. Replaces one that has ended or no longer answers.</summary>
    private void Connect(int index)
    {
        if (_probes[index] is { HasEnded: false } known && known.Silence <= NodeReader.LongestSilence)
        {
            return;
        }

        _probes[index]?.Dispose();
        _probes[index] = null;
        try
        {
            var probe = new NodeProbe(_nodes.Shell(index), _nodes.ProcessFile(index));
            _probes[index] = probe;
            if (!probe.Await(_cancellation))
            {
                Refuse(index, probe.Words);
            }
        }
        catch (ClusterException exception)
        {
            Refuse(index, exception.Message);
        }
    }

    /// <summary>Opens a node's reader, which counts from the answer to the last request. Null without that answer.</summary>
    private NodeReader? Open(int index, long asked)
    {
        const double answerTimeoutS = 5;
        if (_probes[index] is not { HasEnded: false } probe)
        {
            return null;
        }

        if (probe.Read(TimeSpan.FromSeconds(answerTimeoutS)) is not { } first || first.At < asked)
        {
            Refuse(index, probe.Words);
            return null;
        }

        var node = _nodes.Deployment.Nodes[index];
        bool isLoopback = node.Address == "localhost"
            || (IPAddress.TryParse(node.Address, out var address) && IPAddress.IsLoopback(address));
        return new NodeReader(node.Name, probe, probe.Machine == _here, hasNetwork: !isLoopback, first.Counters, first.At,
            why => Refuse(index, why), _nodes.ProcessFile(index) is null ? null : node.Host ?? string.Empty);
    }

    /// <summary>Tells the user once per node, not once per trial, and says nothing once the run is interrupted.</summary>
    [SuppressMessage("Reliability", "CA2002", Justification = "The set is this object's own.")]
    private void Refuse(int index, string why)
    {
        if (_cancellation.IsCancellationRequested)
        {
            return;
        }

        lock (_said)
        {
            if (_said.Add(_nodes.Deployment.Nodes[index].Name))
            {
                _say($"Resource use of the nodes of {_nodes.Deployment.Name} is not measured: "
                    + $"{_nodes.Deployment.Nodes[index].Name} does not report it ({why.TrimEnd('.')}).");
            }
        }
    }
}
