namespace DbIngest.Bench;

/// <summary>The throughput and client cost of one trial.</summary>
/// <param name="RecordsPerS">Acknowledged records per second.</param>
/// <param name="ClientUsPerRecord">CPU microseconds of the client per record, user and system. The product's include the
/// generator.</param>
/// <param name="BytesPerRecord">Bytes allocated on the managed heap per record; NaN when unknown.</param>
/// <param name="P99Ms">The 99th percentile of a batch's latency in milliseconds; NaN when unknown.</param>
internal readonly record struct TrialFigures(double RecordsPerS, double ClientUsPerRecord, double BytesPerRecord = double.NaN,
    double P99Ms = double.NaN);
