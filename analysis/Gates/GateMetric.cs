namespace DbIngest.Analysis.Gates;

/// <summary>The figure that an absolute gate limits.</summary>
public enum GateMetric
{
    /// <summary>Throughput in records/s.</summary>
    Throughput,

    /// <summary>A percentile of the batches' latency in seconds.</summary>
    Latency,

    /// <summary>Stored bytes per record.</summary>
    BytesPerRecord,
}
