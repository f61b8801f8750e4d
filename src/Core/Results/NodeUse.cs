namespace DbIngest.Core.Results;

/// <summary>
/// Resource use of one node from the common start to the last acknowledgement, read on its machine.
/// <see cref="Measurement.ResourceGroup"/> computes it, and <see cref="TrialResult.ServerNodes"/> stores one per node. Rules find
/// by it which node was the bottleneck, or busy with other work.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record NodeUse
{
    /// <summary>Name of the node in the deployment. With <c>--via service</c>: <c>service</c> or <c>store</c>.</summary>
    public required string Node { get; init; }

    /// <summary>Use of its processes. Network bytes are those of its machine or container.</summary>
    public required ResourceUse Use { get; init; }

    /// <summary>
    /// Use of its machine by others. Null if unknown, or if the machine is this one, which the trial describes.
    /// </summary>
    public MachineUse? Machine { get; init; }
}
