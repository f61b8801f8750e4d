using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// A ceiling of the client: its throughput into the null target. <see cref="Sweeps.Calibrator"/> measures it, the journal stores
/// it as a line, and rules compare a database's throughput with it.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record CalibrationResult : JournalEntry
{
    /// <summary>The values of the points that the ceiling applies to (<see cref="CalibrationKey"/>).</summary>
    public required AxisValues Key { get; init; }

    /// <summary>Median throughput of the runs in records per second. 0 for a mix.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>Throughput of every run in records per second. Empty for a mix.</summary>
    public required IReadOnlyList<double> RunsRecordsPerS { get; init; }

    /// <summary>Median throughput of the runs of a mix in operations per second. Null without a mix.</summary>
    public double? OperationsPerS { get; init; }

    /// <summary>Throughput of every run of a mix. Null without a mix.</summary>
    public IReadOnlyList<double>? RunsOperationsPerS { get; init; }

    /// <summary>The ceiling in records, or operations of a mix, per second.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double PerS => OperationsPerS ?? RecordsPerS;

    /// <summary>
    /// Half-width of the median's 95 % interval, as a share of the median. Null in results of versions that measured cold code in
    /// one process. A resumed sweep measures those ceilings again.
    /// </summary>
    public double? Precision { get; init; }

    /// <summary>True if the code was warm. Null in results of older versions.</summary>
    public bool? IsWarm { get; init; }
}
