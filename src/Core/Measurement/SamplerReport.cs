using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// What was sampled during a trial. <see cref="TrialSampler.Stop"/> returns it, and <see cref="Trials.TrialRecord"/> copies it
/// into the result.
/// </summary>
/// <param name="Samples">The samples in the order of time, including those taken while the database settled.</param>
/// <param name="Client">Use of the client's processes up to the last acknowledgement.</param>
/// <param name="Server">
/// Use of the server up to the last acknowledgement. Null if it has no process on this machine and no watched node.
/// </param>
/// <param name="ServerNodes">Use of each node that was watched on its own machine, up to the last acknowledgement.</param>
/// <param name="Machine">Use of this machine by other programs up to the last acknowledgement.</param>
/// <param name="Energy">Energy of this machine.</param>
/// <param name="Work">What the server did by itself, in the order of time.</param>
public sealed record SamplerReport(IReadOnlyList<ThroughputSample> Samples, ResourceUse? Client, ResourceUse? Server,
    IReadOnlyList<NodeUse> ServerNodes, MachineUse Machine, EnergyUse Energy, IReadOnlyList<BackgroundWork> Work);
