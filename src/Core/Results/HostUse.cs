namespace DbIngest.Core.Results;

/// <summary>
/// Another host that ran sources of a trial, with the error of its clock. The main process fills it from its clock estimates, and
/// rules reject a throughput whose time is less certain than they allow.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <c>ProcessRun</c> makes one per host after each trial.
/// </remarks>
public sealed record HostUse
{
    /// <summary>The host as the launcher knows it.</summary>
    public required string Host { get; init; }

    /// <summary>Seconds by which its monotonic clock was ahead of this machine's at the common start.</summary>
    public required double ClockOffsetS { get; init; }

    /// <summary>Error bound of this offset in seconds: half of the shortest round trip.</summary>
    public required double ClockErrorS { get; init; }

    /// <summary>Error bound after the last acknowledgement in seconds. Null if the host did not answer.</summary>
    public double? ClockErrorAfterS { get; init; }

    /// <summary>Seconds that its clock gained on this machine's between the two estimates. Null without a second one.</summary>
    public double? ClockDriftS { get; init; }

    /// <summary>Error bound of its sources' times on the common clock, in seconds. Null without a second estimate.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double? UncertaintyS => ClockErrorS + ClockErrorAfterS + Math.Abs(ClockDriftS ?? 0);

    /// <summary>CPU seconds of its sources from the common start to their end. Null if unknown.</summary>
    public double? CpuS { get; init; }

    /// <summary>Logical cores of that machine. Null in results of older versions.</summary>
    public int? Cores { get; init; }

    /// <summary>Use of that machine by others. Null if unknown.</summary>
    public MachineUse? Machine { get; init; }
}
