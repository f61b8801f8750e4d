using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Latencies of a point: service times, or the response times of an open loop. Percentiles come from one histogram merged over
/// sources and measured trials and are never averaged. All times are in microseconds.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it for a point; <see cref="OpenLoopFigures"/>, <see cref="OperationFigures"/>,
/// <see cref="TimeQueryFigures"/> and <see cref="FreshnessFigures"/> compute it for their parts, and the findings of studies for
/// single trials. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record LatencyFigures
{
    /// <summary>
    /// The histogram of each thread that computes points. A new one for each point, a large object of 138 kB, would make the
    /// runtime collect everything again and again.
    /// </summary>
    [ThreadStatic]
    private static LatencyHistogram? _merged;

    /// <summary>
    /// Number of values in the merged histogram: acknowledged batches, or operations, probes or questions where those were timed.
    /// </summary>
    public required long Batches { get; init; }

    /// <summary>Smallest latency.</summary>
    public required double MinUs { get; init; }

    /// <summary>Arithmetic mean.</summary>
    public required double MeanUs { get; init; }

    /// <summary>Median.</summary>
    public required double P50Us { get; init; }

    /// <summary>90th percentile.</summary>
    public required double P90Us { get; init; }

    /// <summary>95th percentile.</summary>
    public required double P95Us { get; init; }

    /// <summary>99th percentile.</summary>
    public required double P99Us { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required double P999Us { get; init; }

    /// <summary>Largest latency.</summary>
    public required double MaxUs { get; init; }

    /// <summary>
    /// Values missing from the merged histogram because the histogram of a trial could not be read; 0 normally.
    /// </summary>
    public required long BatchesNotMerged { get; init; }

    /// <summary>Merges the latencies of trials.</summary>
    /// <returns>Null when no histogram holds a batch.</returns>
    public static LatencyFigures? Of(IReadOnlyList<TrialResult> trials) => Of(trials.Select(trial => trial.Latency));

    /// <summary>Merges latencies.</summary>
    /// <param name="latencies">One per trial; null where the trial has none.</param>
    /// <returns>Null when no histogram holds a batch.</returns>
    public static LatencyFigures? Of(IEnumerable<LatencySummary?> latencies)
    {
        var (merged, batches) = MergedLatency.Into(_merged ??= new LatencyHistogram(), latencies);
        return merged.Count == 0
            ? null
            : new LatencyFigures
            {
                Batches = merged.Count,
                MinUs = Us(merged.Min),
                MeanUs = Us(merged.Mean),
                P50Us = Us(merged.ValueAtPercentile(50)),
                P90Us = Us(merged.ValueAtPercentile(90)),
                P95Us = Us(merged.ValueAtPercentile(95)),
                P99Us = Us(merged.ValueAtPercentile(99)),
                P999Us = Us(merged.ValueAtPercentile(99.9)),
                MaxUs = Us(merged.Max),
                BatchesNotMerged = batches - merged.Count,
            };
    }

    private static double Us(double nanoseconds) => nanoseconds / 1000;
}
