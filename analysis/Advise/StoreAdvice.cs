using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// What <see cref="Advice"/> says of one store. Rates and disk space have intervals, or a reason why they were not measured.
/// </summary>
public sealed record StoreAdvice
{
    /// <summary>The database, with what tells it from others of its kind.</summary>
    public required string Store { get; init; }

    /// <summary>Whether it holds the rate.</summary>
    public required RateVerdict Verdict { get; init; }

    /// <summary>The sustainable rate in records per second; null when it lies outside of what was searched.</summary>
    public double? SustainableRecordsPerS { get; init; }

    /// <summary>Interval of the sustainable rate; null likewise.</summary>
    public Interval? IntervalRecordsPerS { get; init; }

    /// <summary>Sustainable rate / asked rate; null likewise.</summary>
    public double? Margin { get; init; }

    /// <summary>Interval of the margin; null likewise.</summary>
    public Interval? MarginInterval { get; init; }

    /// <summary>The margin that every searched rate holds at least; null unless all of them held.</summary>
    public double? MarginAtLeast { get; init; }

    /// <summary>Stored bytes per further record: the slope of bytes over records.</summary>
    public double? BytesPerRecord { get; init; }

    /// <summary>Interval of the slope.</summary>
    public Interval? IntervalBytesPerRecord { get; init; }

    /// <summary>Bytes of all records that are kept.</summary>
    public double? DiskBytes { get; init; }

    /// <summary>Interval of these bytes. It holds what trials differ by, and nothing that only larger stores show.</summary>
    public Interval? IntervalDiskBytes { get; init; }

    /// <summary>Most records that a trial stored.</summary>
    public double? MostStoredRecords { get; init; }

    /// <summary>Records to keep / <see cref="MostStoredRecords"/>.</summary>
    public double? Extrapolation { get; init; }

    /// <summary>What this advice rests on least, the gravest first.</summary>
    public IReadOnlyList<string> Weakest { get; init; } = [];

    /// <summary>What was not measured and why.</summary>
    public IReadOnlyList<string> NotMeasured { get; init; } = [];
}
