namespace DbIngest.Core.Results;

/// <summary>
/// What other programs did to the machine during a trial. <see cref="Measurement.MachineWatch"/> fills it, the journal stores
/// it with the trial, and rules warn about a busy machine. A value is null if it cannot be read, or if the trial was too short
/// for it.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record MachineUse
{
    /// <summary>Share of all cores that others used right before the trial, 0 to 1.</summary>
    public double? OthersCpuShareBefore { get; init; }

    /// <summary>Share of all cores that others used from the common start to the last acknowledgement, 0 to 1.</summary>
    public double? OthersCpuShare { get; init; }

    /// <summary>Share of all cores that the hypervisor gave to other virtual machines, 0 to 1.</summary>
    public double? StealShare { get; init; }

    /// <summary>How often a core was throttled because of its temperature.</summary>
    public long? ThermalThrottles { get; init; }

    /// <summary>Seconds for which the CPU limit of the client's control group throttled it.</summary>
    public double? GroupThrottledS { get; init; }

    /// <summary>Mean clock rate of the cores at the last acknowledgement, in MHz.</summary>
    public double? ClockMhz { get; init; }

    /// <summary>Other runs of this program on the machine when the trial began.</summary>
    public int OtherRuns { get; init; }

    /// <summary>
    /// Share of all cores that others used during the trial, or right before a trial that was too short to tell.
    /// </summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double? Others => OthersCpuShare ?? OthersCpuShareBefore;
}
