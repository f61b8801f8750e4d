namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The timestamps that a database can store, in microseconds UTC. A <see cref="TargetDefinition"/> declares them, and only the
/// conformance suite reads them: it writes records up to both ends. No run compares a batch with them, so the writer or the
/// server must refuse a batch with any other timestamp for good.
/// </summary>
/// <param name="First">The earliest timestamp.</param>
/// <param name="Last">The latest timestamp.</param>
public sealed record TimestampLimits(long First, long Last)
{
    /// <summary>0001-01-01 to the end of 9999, the range of common date types.</summary>
    public static readonly TimestampLimits Calendar = new(-62_135_596_800_000_000, 253_402_300_799_999_999);

    /// <summary>True if source and timestamp form the key, so that a source must not repeat a timestamp.</summary>
    public bool AreDistinct { get; init; }
}
