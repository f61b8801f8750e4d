using System.Diagnostics;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Clusters.Watching;

/// <summary>What a node uses from the opening of this reader on.</summary>
/// <param name="node">The node's name.</param>
/// <param name="probe">Says what it has used.</param>
/// <param name="isOfThisMachine">Whether its machine is this one.</param>
/// <param name="hasNetwork">Whether it is reached over a network: one at a loop's address has none, and what its machine sends is others'.</param>
/// <param name="start">What it had used at the opening.</param>
/// <param name="startedAt">The moment of that.</param>
internal sealed class NodeReader(string node, NodeProbe probe, bool isOfThisMachine, bool hasNetwork, NodeCounters start, long startedAt) : INodeReader
{
    /// <summary>A node that answers later is read with the next sample: the others' is not to wait for it.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    private NodeCounters _start = start;

    public string Node => node;

    public string Machine => probe.Machine;

    public int Cores => probe.Cores;

    public bool IsOfThisMachine => isOfThisMachine;

    public MachineSpan? Whole { get; private set; }

    public void Ask() => probe.Ask();

    public ResourceReading? Read()
    {
        if (probe.Read(Patience) is not { Counters: var now, At: var at })
        {
            return null;
        }

        // A node that was started again counts from nothing: all that it has used is this trial's.
        if (now.CpuS < _start.CpuS)
        {
            _start = _start with { CpuS = 0, ReadBytes = 0, WrittenBytes = 0 };
        }

        Whole = new MachineSpan(Stopwatch.GetElapsedTime(startedAt, at).TotalSeconds, now.BusyS - _start.BusyS, now.StealS - _start.StealS);
        return new ResourceReading(now.CpuS - _start.CpuS, now.RssBytes, now.ReadBytes - _start.ReadBytes, now.WrittenBytes - _start.WrittenBytes)
        {
            ReceivedBytes = hasNetwork ? now.ReceivedBytes - _start.ReceivedBytes : null,
            SentBytes = hasNetwork ? now.SentBytes - _start.SentBytes : null,
        };
    }
}
