namespace DbIngest.Core.Results;

/// <summary>A host that sources of a trial ran on, and how well its clock was known.</summary>
public sealed record HostUse
{
    /// <summary>The host, by the name that its launcher knows.</summary>
    public required string Host { get; init; }

    /// <summary>What its monotonic clock showed more than ours at the common start, in seconds.</summary>
    public required double ClockOffsetS { get; init; }

    /// <summary>By how much that may have been wrong: half the smallest round trip, in seconds.</summary>
    public required double ClockErrorS { get; init; }

    /// <summary>The same after the last acknowledgement; null when the host did not answer any more.</summary>
    public double? ClockErrorAfterS { get; init; }

    /// <summary>What its clock gained on ours between the two estimates, in seconds; null when there was no second one.</summary>
    public double? ClockDriftS { get; init; }

    /// <summary>By how much the moments of its sources may be wrong on the common clock, in seconds.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double? UncertaintyS => ClockErrorS + ClockErrorAfterS + Math.Abs(ClockDriftS ?? 0);

    /// <summary>What else that machine did meanwhile; null when it did not say.</summary>
    public MachineUse? Machine { get; init; }
}
