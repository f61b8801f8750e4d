using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>How fast the client alone is: the same pipeline into the null target. A line of the journal.</summary>
public sealed record CalibrationResult : JournalEntry
{
    /// <summary>Which points it stands for.</summary>
    public required AxisValues Key { get; init; }

    /// <summary>The median of the runs.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>Every run.</summary>
    public required IReadOnlyList<double> RunsRecordsPerS { get; init; }

    /// <summary>
    /// Half of the 95 % interval of the median, as a share of it; null in results of versions that measured cold code in one
    /// process: a sweep that goes on measures those ceilings again.
    /// </summary>
    public double? Precision { get; init; }

    /// <summary>Whether the code was warm when it was measured; null likewise.</summary>
    public bool? IsWarm { get; init; }
}
