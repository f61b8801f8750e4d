using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Latencies of a point: service times, or the response times of an open loop. The percentiles are those of one histogram merged
/// over the sources and the measured trials; percentiles are never averaged.
/// </summary>
public sealed record LatencyFigures
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

    /// <summary>Batches that the merged histogram lacks, because a trial's own could not be read; 0 when all is well.</summary>
    public required long BatchesNotMerged { get; init; }

    /// <summary>Merges the latencies of trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>The figures, or null when no histogram holds a batch.</returns>
    public static LatencyFigures? Of(IReadOnlyList<TrialResult> trials) => Of(trials.Select(trial => trial.Latency));

    /// <summary>Merges latencies.</summary>
    /// <param name="latencies">One of each trial; null where it has none.</param>
    /// <returns>The figures, or null when no histogram holds a batch.</returns>
    public static LatencyFigures? Of(IEnumerable<LatencySummary?> latencies)
    {
        var (merged, batches) = MergedLatency.Of(latencies);
        return merged.Count == 0
            ? null
            : new LatencyFigures
            {
                Batches = merged.Count,
                MinUs = Us(merged.Min),
                MeanUs = Us(merged.Mean),
                P50Us = Us(merged.ValueAtPercentile(50)),
                P90Us = Us(merged.ValueAtPercentile(90)),
                P99Us = Us(merged.ValueAtPercentile(99)),
                P999Us = Us(merged.ValueAtPercentile(99.9)),
                MaxUs = Us(merged.Max),
                BatchesNotMerged = batches - merged.Count,
            };
    }

    private static double Us(double nanoseconds) => nanoseconds / 1000;
}
