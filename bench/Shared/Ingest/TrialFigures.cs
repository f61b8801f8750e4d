namespace DbIngest.Bench;

/// <summary>The throughput and client cost of one trial.</summary>
/// <param name="RecordsPerS">Records acknowledged a second.</param>
/// <param name="ClientUsPerRecord">CPU of the client, user and system, in microseconds a record; of ours with the
/// generator.</param>
/// <param name="BytesPerRecord">Allocated on the managed heap a record; NaN where nobody can say.</param>
/// <param name="P99Ms">The 99th percentile of a batch's latency in milliseconds; NaN where nobody can say.</param>
internal readonly record struct TrialFigures(double RecordsPerS, double ClientUsPerRecord, double BytesPerRecord = double.NaN,
    double P99Ms = double.NaN);
