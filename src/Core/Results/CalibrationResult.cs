using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// A ceiling of the client: its throughput into the null target. <see cref="Sweeps.Calibrator"/> measures it, the journal stores
/// it as a line, and rules compare a database's throughput with it.
/// </summary>
public sealed record CalibrationResult : JournalEntry
{
    /// <summary>The values of the points that it applies to.</summary>
    public required AxisValues Key { get; init; }

    /// <summary>Median throughput of the runs.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>Throughput of every run.</summary>
    public required IReadOnlyList<double> RunsRecordsPerS { get; init; }

    /// <summary>
    /// Half-width of the median's 95 % interval, as a share of the median. Null in results of versions that measured cold code in
    /// one process. A resumed sweep measures those ceilings again.
    /// </summary>
    public double? Precision { get; init; }

    /// <summary>True if the code was warm. Null in results of older versions.</summary>
    public bool? IsWarm { get; init; }
}
