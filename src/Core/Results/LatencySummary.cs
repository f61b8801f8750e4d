namespace DbIngest.Core.Results;

/// <summary>
/// Time from sending a batch to its acknowledgement (service time of a closed loop, retries included), over all sources.
/// The percentiles come from one histogram merged over the sources.
/// </summary>
public sealed record LatencySummary
{
    /// <summary>Batches acknowledged.</summary>
    public required long Batches { get; init; }

    /// <summary>The smallest.</summary>
    public required double MinUs { get; init; }

    /// <summary>The arithmetic mean.</summary>
    public required double MeanUs { get; init; }

    /// <summary>The median.</summary>
    public required double P50Us { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required double P90Us { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required double P99Us { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required double P999Us { get; init; }

    /// <summary>The largest.</summary>
    public required double MaxUs { get; init; }

    /// <summary>The whole histogram, as <see cref="Measurement.LatencyHistogram.Encode"/> writes it, for merging over trials.</summary>
    public required string Histogram { get; init; }
}
