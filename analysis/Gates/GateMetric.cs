namespace DbIngest.Analysis.Gates;

/// <summary>
/// The figure that an <see cref="AbsoluteGate"/> limits. <c>GateReader</c> reads it from <c>--fail-below</c> and
/// <c>--fail-above</c>.
/// </summary>
public enum GateMetric
{
    /// <summary>Throughput in records/s.</summary>
    Throughput,

    /// <summary>
    /// A percentile of the batches' latency in seconds: of their service times, or of their response times in an open loop.
    /// </summary>
    Latency,

    /// <summary>Stored bytes per record.</summary>
    BytesPerRecord,
}
