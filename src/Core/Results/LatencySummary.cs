using DbIngest.Core.Latency;

namespace DbIngest.Core.Results;

/// <summary>
/// Percentiles of latencies in microseconds, from one histogram over all sources. Percentiles of several trials come from their
/// merged histograms, never from an average.
/// </summary>
/// <remarks>
/// <see cref="Trials.TrialRecord"/> has one made of each histogram of a trial. In a <see cref="TrialResult"/> it holds service
/// times: from sending a batch or an operation to its acknowledgement, retries included. In an <see cref="OpenLoopResult"/> it
/// holds response times, which begin at the arrival. The results of probes and of questions hold the times that they state. The
/// journal stores the members, so they must not be renamed.
/// </remarks>
public sealed record LatencySummary
{
    /// <summary>Number of values: batches acknowledged, or operations, probes or answers.</summary>
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

    /// <summary>The whole histogram in the format of <see cref="LatencyHistogram.Encode"/>, to merge trials.</summary>
    public required string Histogram { get; init; }

    /// <summary>Summarizes a histogram. Null for an empty one.</summary>
    public static LatencySummary? Of(LatencyHistogram latency) => latency.Count == 0
        ? null
        : new LatencySummary
        {
            Batches = latency.Count,
            MinUs = latency.Min / 1e3,
            MeanUs = latency.Mean / 1e3,
            P50Us = latency.ValueAtPercentile(50) / 1e3,
            P90Us = latency.ValueAtPercentile(90) / 1e3,
            P99Us = latency.ValueAtPercentile(99) / 1e3,
            P999Us = latency.ValueAtPercentile(99.9) / 1e3,
            MaxUs = latency.Max / 1e3,
            Histogram = latency.Encode(),
        };
}
