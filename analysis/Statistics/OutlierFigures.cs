namespace DbIngest.Analysis.Statistics;

/// <summary>What the throughput would be without the trials that were flagged as outliers. The figures of a point include them.</summary>
/// <param name="Flagged">How many trials were flagged.</param>
/// <param name="N">How many are left.</param>
/// <param name="RecordsPerS">Records / mean time of those left.</param>
/// <param name="IntervalRecordsPerS">Its interval; null when fewer than 2 are left.</param>
public sealed record OutlierFigures(int Flagged, int N, double RecordsPerS, Interval? IntervalRecordsPerS);
