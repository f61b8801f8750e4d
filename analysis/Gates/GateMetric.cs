namespace DbIngest.Analysis.Gates;

/// <summary>What an absolute gate looks at.</summary>
public enum GateMetric
{
    /// <summary>Throughput in records/s.</summary>
    Throughput,

    /// <summary>A percentile of the batches' latency in seconds.</summary>
    Latency,

    /// <summary>Stored bytes a record.</summary>
    BytesPerRecord,
}
