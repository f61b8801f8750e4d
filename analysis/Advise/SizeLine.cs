using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// Points of one store that differ in the number of records only, and so share one line of bytes over records.
/// <see cref="StoreEvidence"/> creates one per line of each sweep over sizes, and takes the disk space from one of them.
/// </summary>
/// <param name="Result">The sweep.</param>
/// <param name="Points">The points, at least one. All have the same slope.</param>
internal sealed record SizeLine(StoredResult Result, IReadOnlyList<PointSummary> Points)
{
    /// <summary>The line.</summary>
    public SpaceSlope Slope => Points[0].SpaceSlope!;

    /// <summary>Most records that the database held after a measured trial.</summary>
    public double MostStored => Points.SelectMany(point => point.Measured)
        .Select(trial => (double)(trial.StoredBefore + trial.AcknowledgedRecords)).DefaultIfEmpty().Max();

    /// <summary>
    /// Planned trials that failed, did not reach the database or did not run, for which a run ends with exit code 4.
    /// </summary>
    public int LostTrials => Points.Sum(point => point.Trials.Incomplete + point.Trials.WarmUpFailed + point.Trials.Unreachable
        + point.Trials.NotRun);
}
