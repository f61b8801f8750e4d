namespace DbIngest.Analysis.Summary;

/// <summary>How far the client is from being the bottleneck.</summary>
/// <param name="CeilingRecordsPerS">What the client reaches alone, with the same pipeline into the null target.</param>
/// <param name="Factor">The ceiling divided by the point's throughput; null when the point has none.</param>
public sealed record CalibrationFigures(double CeilingRecordsPerS, double? Factor);
