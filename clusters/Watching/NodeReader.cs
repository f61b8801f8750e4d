using System.Diagnostics;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Clusters.Watching;

/// <summary>
/// Reads what a node has used since this reader was opened. <see cref="ClusterWatch"/> or <c>RunContainer</c> opens one per
/// node and trial. The trial's resource sampler calls it once per second. It waits at most 0.5 s for an answer and never fails
/// the trial. While the probe is lost, the node is not measured, because its counters would stand still. Over a restart of
/// the node, only what the earlier process used after its last answer is missing. No figure but memory ever decreases.
/// </summary>
/// <param name="node">The node's name in the deployment.</param>
/// <param name="probe">Answers requests for counters. Shared with other readers, never disposed here.</param>
/// <param name="isOfThisMachine">True when the node runs on this machine.</param>
/// <param name="hasNetwork">False for a node at a loopback address, whose machine's traffic belongs to others.</param>
/// <param name="start">Counters at the opening.</param>
/// <param name="startedAt"><see cref="Stopwatch"/> timestamp of <paramref name="start"/>.</param>
/// <param name="lost">Receives the reason at each reading while the probe is lost; null for no report.</param>
/// <param name="network">Identifies the machine whose interfaces the node shares with others; null in a container.</param>
internal sealed class NodeReader(string node, NodeProbe probe, bool isOfThisMachine, bool hasNetwork, NodeCounters start,
    long startedAt, Action<string>? lost = null, string? network = null) : INodeReader
{
    /// <summary>A later answer counts in the next sample: it must not delay the other nodes' samples.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromMilliseconds(500);

    /// <summary>A probe that owes an answer for longer is lost. An overloaded machine may need seconds.</summary>
    internal static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(5);

    private NodeCounters _start = start;
    private ResourceReading _used = new(0, 0, 0, 0);

    public string Node => node;

    public string Machine => probe.Machine;

    public string? Network => network;

    public int Cores => probe.Cores;

    public bool IsOfThisMachine => isOfThisMachine;

    /// <summary>False without an answer since the opening, and when the probe is lost. It may answer again.</summary>
    public bool IsMeasured { get; private set; } = true;

    public MachineSpan? Whole { get; private set; }

    public void Ask() => probe.Ask();

    public ResourceReading? Read()
    {
        var latest = probe.Read(Timeout);
        bool isLost = probe.HasEnded || probe.Silence > LongestSilence;
        if (isLost)
        {
            lost?.Invoke(probe.Words);
        }

        IsMeasured = !isLost && probe.AnsweredAt > startedAt;
        if (!IsMeasured || latest is not { Counters: var now, At: var at })
        {
            return null;
        }

        // The processes of a restarted node count from zero, and go on from what the earlier ones had used in this trial.
        if (now.StartTicks != _start.StartTicks)
        {
            _start = _start with
            {
                StartTicks = now.StartTicks,
                CpuS = -_used.CpuS,
                ReadBytes = -_used.ReadBytes,
                WrittenBytes = -_used.WrittenBytes,
            };
        }

        Whole = now.BusyS - _start.BusyS is { } busyS && now.StealS - _start.StealS is { } stealS
            ? new MachineSpan(Stopwatch.GetElapsedTime(startedAt, at).TotalSeconds, busyS, stealS) : null;

        // The counters of a process that its parent does not wait for end with it, and those of a network interface too.
        return _used = new ResourceReading(Math.Max(now.CpuS - _start.CpuS, _used.CpuS), now.RssBytes,
            Grown(now.ReadBytes - _start.ReadBytes, _used.ReadBytes),
            Grown(now.WrittenBytes - _start.WrittenBytes, _used.WrittenBytes))
        {
            ReceivedBytes = hasNetwork ? Grown(now.ReceivedBytes - _start.ReceivedBytes, _used.ReceivedBytes) : null,
            SentBytes = hasNetwork ? Grown(now.SentBytes - _start.SentBytes, _used.SentBytes) : null,
        };
    }

    private static long? Grown(long? used, long? before) => used is { } bytes ? Math.Max(bytes, before ?? 0) : null;
}
