using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// The samples of a trial and what client, server and machine used. <see cref="TrialSampler.Stop"/> returns it, and
/// <see cref="Trials.TrialRecord"/> copies it into the result. Immutable.
/// </summary>
/// <param name="Samples">The samples in the order of time, including those taken while the database settled.</param>
/// <param name="Client">
/// Use of the client's processes up to the last acknowledgement, without the sampling itself. Null if no reader answered, or if
/// the use of some host cannot be measured.
/// </param>
/// <param name="Server">
/// Use of the server up to the last acknowledgement. Null if no reader answered, for example for a remote server, or if the use
/// of some part cannot be measured.
/// </param>
/// <param name="ServerNodes">
/// Use of each node that has a separate reader, up to the last acknowledgement. Empty without any.
/// </param>
/// <param name="Machine">Use of this machine by other programs up to the last acknowledgement.</param>
/// <param name="Energy">Energy of this machine, or why it was not measured.</param>
/// <param name="Work">Background work that the server logged, in the order of time.</param>
public sealed record SamplerReport(IReadOnlyList<ThroughputSample> Samples, ResourceUse? Client, ResourceUse? Server,
    IReadOnlyList<NodeUse> ServerNodes, MachineUse Machine, EnergyUse Energy, IReadOnlyList<BackgroundWork> Work);
