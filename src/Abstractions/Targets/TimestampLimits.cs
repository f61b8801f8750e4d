namespace DbIngest.Abstractions.Targets;

/// <summary>Which timestamps a database takes. A batch with others is refused by its writer.</summary>
/// <param name="First">The earliest, in microseconds UTC.</param>
/// <param name="Last">The latest.</param>
public sealed record TimestampLimits(long First, long Last)
{
    /// <summary>0001-01-01 to the end of 9999: what date types hold.</summary>
    public static readonly TimestampLimits Calendar = new(-62_135_596_800_000_000, 253_402_300_799_999_999);

    /// <summary>Whether no two records of a source may have the same timestamp: where source and timestamp are what a record is known by.</summary>
    public bool AreDistinct { get; init; }
}
