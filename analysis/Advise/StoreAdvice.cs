using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// Judges one store in an <see cref="Advice"/>: the rate that it sustains and the disk space that its records take, each with an
/// interval or with the reason why it was not measured.
/// </summary>
/// <remarks>
/// <see cref="StoreEvidence"/> creates it from the trials of a store, and <see cref="Advice"/> for a store that could not be
/// measured. <c>advice.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record StoreAdvice
{
    /// <summary>The database, with the values of the axes by which stores of the same database differ.</summary>
    public required string Store { get; init; }

    /// <summary>Whether the store holds the asked rate.</summary>
    public required RateVerdict Verdict { get; init; }

    /// <summary>
    /// The sustainable rate in records per second. Null without a search, and when the search found no bounds of the rate, for
    /// example because every tried rate held.
    /// </summary>
    public double? SustainableRecordsPerS { get; init; }

    /// <summary>Interval of the sustainable rate; null where <see cref="SustainableRecordsPerS"/> is.</summary>
    public Interval? IntervalRecordsPerS { get; init; }

    /// <summary>Sustainable rate / asked rate; null where <see cref="SustainableRecordsPerS"/> is.</summary>
    public double? Margin { get; init; }

    /// <summary>Interval of the margin; null where <see cref="SustainableRecordsPerS"/> is.</summary>
    public Interval? MarginInterval { get; init; }

    /// <summary>Highest tried rate / asked rate, a lower bound of the margin; null unless every tried rate held.</summary>
    public double? MarginAtLeast { get; init; }

    /// <summary>Stored bytes per further record: the slope of bytes over records. Null without trials of several sizes.</summary>
    public double? BytesPerRecord { get; init; }

    /// <summary>
    /// Interval of the slope, from the means of the sizes where these lie off the line by more than trials scatter. Null below
    /// three trials, or where fewer than two of several blocks give a line.
    /// </summary>
    public Interval? IntervalBytesPerRecord { get; init; }

    /// <summary>Bytes of all records that are kept, on the line of <see cref="BytesPerRecord"/>; null where that is.</summary>
    public double? DiskBytes { get; init; }

    /// <summary>
    /// Interval of these bytes. It allows for what trials and sizes differ by, and for 5 % to either side per tenfold of
    /// <see cref="Extrapolation"/>.
    /// </summary>
    public Interval? IntervalDiskBytes { get; init; }

    /// <summary>Most records that a database held after a trial; null without trials of several sizes.</summary>
    public double? MostStoredRecords { get; init; }

    /// <summary>Records to keep / <see cref="MostStoredRecords"/>; above 1, the disk space is extrapolated.</summary>
    public double? Extrapolation { get; init; }

    /// <summary>Weaknesses of the evidence, one sentence each; broken rules first, the most frequent one at the top.</summary>
    public IReadOnlyList<string> Weakest { get; init; } = [];

    /// <summary>What was not measured for this store and why, one sentence each.</summary>
    public IReadOnlyList<string> NotMeasured { get; init; } = [];

    /// <summary>True if an audit failed in what was measured of this store, so that nothing is claimed of it.</summary>
    internal bool HasFailedAudit { get; init; }
}
