namespace DbIngest.Abstractions.Records;

/// <summary>
/// Flags of a record's 32-bit quality field. Workloads and readers of recordings set them, databases store them as a number, and
/// the audit compares them. Zero means that no flag is set. Stored values must keep their meaning.
/// </summary>
[Flags]
public enum RecordQuality
{
    /// <summary>Every value is present and plausible.</summary>
    Good = 0,

    /// <summary>At least one value is missing. A missing value is <see cref="double.NaN"/> in the batch.</summary>
    Missing = 1,

    /// <summary>The equipment flagged an event: a sag, a swell or an interruption.</summary>
    Event = 2,

    /// <summary>The reader of the recording reduced or reconstructed the timestamp.</summary>
    TimeUncertain = 4,
}
