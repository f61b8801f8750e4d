namespace DbIngest.Abstractions.Records;

/// <summary>The 32-bit quality of a record. Zero means that nothing is wrong with it.</summary>
[Flags]
public enum RecordQuality
{
    /// <summary>Every value is present and plausible.</summary>
    Good = 0,

    /// <summary>At least one value is missing; it is <see cref="double.NaN"/> in the batch.</summary>
    Missing = 1,

    /// <summary>The equipment marked an event: a sag, a swell or an interruption.</summary>
    Event = 2,

    /// <summary>The timestamp lost precision, or was reconstructed, when it was read.</summary>
    TimeUncertain = 4,
}
