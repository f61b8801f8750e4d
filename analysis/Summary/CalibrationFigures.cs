namespace DbIngest.Analysis.Summary;

/// <summary>
/// Compares the client's ceiling with the throughput of a point: how far the client is from being the bottleneck. Rule 19 judges
/// it, and reports state it.
/// </summary>
/// <param name="CeilingRecordsPerS">
/// Records/s, or operations/s of a mix, that the client reaches alone, with the same pipeline into the null target.
/// </param>
/// <param name="Factor">Ceiling / throughput of the point; null when the point has none.</param>
/// <param name="Precision">Half of the ceiling's 95 % interval as a share of it; null in older journals.</param>
/// <remarks>
/// <see cref="PointSummaries"/> makes it from the calibration in the journal. <c>summary.json</c> contains the members, so none
/// may be renamed.
/// </remarks>
public sealed record CalibrationFigures(double CeilingRecordsPerS, double? Factor, double? Precision = null);
