namespace DbIngest.Analysis.Summary;

/// <summary>How far the client is from being the bottleneck.</summary>
/// <param name="CeilingRecordsPerS">What the client reaches alone, with the same pipeline into the null target.</param>
/// <param name="Factor">The ceiling divided by the point's throughput; null when the point has none.</param>
/// <param name="Precision">Half of the ceiling's 95 % interval as a share of it; null where the journal does not say.</param>
public sealed record CalibrationFigures(double CeilingRecordsPerS, double? Factor, double? Precision = null);
