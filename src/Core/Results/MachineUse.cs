namespace DbIngest.Core.Results;

/// <summary>What the machine did during a trial besides it. Null is what cannot be read, or a trial too short to tell.</summary>
public sealed record MachineUse
{
    /// <summary>CPU that neither client nor server used in the moment before the trial, as a share of all cores: 0 to 1.</summary>
    public double? OthersCpuShareBefore { get; init; }

    /// <summary>CPU that neither client nor server used, from the common start to the last acknowledgement, as a share of all cores: 0 to 1.</summary>
    public double? OthersCpuShare { get; init; }

    /// <summary>CPU that the host of a virtual machine gave to others meanwhile, as a share of all cores: 0 to 1.</summary>
    public double? StealShare { get; init; }

    /// <summary>How often a core was slowed down for its heat meanwhile.</summary>
    public long? ThermalThrottles { get; init; }

    /// <summary>Seconds for which the client's control group was held at its limit of CPU meanwhile.</summary>
    public double? GroupThrottledS { get; init; }

    /// <summary>The mean clock of the cores at the last acknowledgement.</summary>
    public double? ClockMhz { get; init; }

    /// <summary>Other runs of this program on the machine when the trial began.</summary>
    public int OtherRuns { get; init; }

    /// <summary>What others took, during the trial where that is long enough to tell, else in the moment before.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double? Others => OthersCpuShare ?? OthersCpuShareBefore;
}
