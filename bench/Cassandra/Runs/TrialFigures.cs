namespace DbIngest.Bench.Cassandra.Runs;

/// <summary>What one trial showed.</summary>
/// <param name="RecordsPerS">Records/s.</param>
/// <param name="ClientUsPerRecord">CPU of this process, user and system, in microseconds a record, the generator included.</param>
/// <param name="BytesPerRecord">Allocated on the managed heap a record.</param>
/// <param name="P99Ms">The 99th percentile of a batch's latency in milliseconds.</param>
internal readonly record struct TrialFigures(double RecordsPerS, double ClientUsPerRecord, double BytesPerRecord, double P99Ms);
