using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// The throughput of one database at one mix and size of study 2, published and measured. <see cref="Reproduction"/> lists them.
/// </summary>
/// <remarks>
/// <see cref="Study2Data"/> creates it. No verdict rests on it. <c>reproduction.json</c> contains the members, so none may be
/// renamed.
/// </remarks>
public sealed record StudyMean
{
    /// <summary>The study's letter of the mix, A (reads only) to E (updates only).</summary>
    public required string Mix { get; init; }

    /// <summary>Rows loaded, and operations.</summary>
    public required long Records { get; init; }

    /// <summary>Name of the database.</summary>
    public required string Database { get; init; }

    /// <summary>The study's mean; null where it is not available.</summary>
    public required double? PublishedOperationsPerS { get; init; }

    /// <summary>Measured throughput; null without figures.</summary>
    public required double? OperationsPerS { get; init; }

    /// <summary>Interval of the measured throughput; null with too few trials.</summary>
    public required Interval? IntervalOperationsPerS { get; init; }
}
