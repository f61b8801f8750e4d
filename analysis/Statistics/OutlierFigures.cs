namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The throughput of a point without the trials flagged as outliers. For information only: the figures of the point include every
/// trial.
/// </summary>
/// <param name="Flagged">Number of flagged trials.</param>
/// <param name="N">Number of remaining trials.</param>
/// <param name="RecordsPerS">Records / mean time of the remaining trials.</param>
/// <param name="IntervalRecordsPerS">
/// Null when fewer than 2 trials remain, and where the point has no interval because a trial by duration counted no record.
/// </param>
/// <remarks>
/// <c>PointSummaries</c> computes it for points with flagged trials; rule 7 states it. <c>summary.json</c> contains the members,
/// so none may be renamed.
/// </remarks>
public sealed record OutlierFigures(int Flagged, int N, double RecordsPerS, Interval? IntervalRecordsPerS);
