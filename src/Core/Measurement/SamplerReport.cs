using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>What was sampled during a trial.</summary>
/// <param name="Samples">The samples, in time order, settling included.</param>
/// <param name="Client">What the client's processes used up to the last acknowledgement.</param>
/// <param name="Server">What the server's processes used up to then; null when there are none on this machine, and no node of it
/// is watched on another.</param>
/// <param name="ServerNodes">The same of each node that was watched on its own machine.</param>
/// <param name="Machine">What the machine did besides up to then.</param>
public sealed record SamplerReport(IReadOnlyList<ThroughputSample> Samples, ResourceUse? Client, ResourceUse? Server,
    IReadOnlyList<NodeUse> ServerNodes, MachineUse Machine);
