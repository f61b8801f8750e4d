using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// One histogram merged from the histograms of several trials. <see cref="LatencyFigures"/>, <see cref="FreshnessFigures"/> and
/// <c>PercentileFigures</c> read percentiles from it, and <c>HdrFiles</c> writes its counts. Percentiles of trials must never be
/// averaged. The caller chooses the trials: the merge looks neither at their status nor at the warm-up.
/// </summary>
/// <param name="Histogram">The merged histogram, in nanoseconds.</param>
/// <param name="Batches">
/// Batches that the trials report, also those whose histogram cannot be merged. The number exceeds the count of the histogram by
/// the batches of these.
/// </param>
internal sealed record MergedLatency(LatencyHistogram Histogram, long Batches)
{
    /// <summary>Merges the latencies of trials.</summary>
    public static MergedLatency Of(IEnumerable<TrialResult> trials) => Of(trials.Select(trial => trial.Latency));

    /// <summary>Merges latencies. Skips null. Of a histogram that cannot be merged only its number of batches counts.</summary>
    public static MergedLatency Of(IEnumerable<LatencySummary?> latencies) => Into(new LatencyHistogram(), latencies);

    /// <summary>Merges latencies into a histogram of the caller, which loses the values that it had.</summary>
    public static MergedLatency Into(LatencyHistogram merged, IEnumerable<LatencySummary?> latencies)
    {
        merged.Reset();
        long batches = 0;
        foreach (var latency in latencies.OfType<LatencySummary>())
        {
            batches = long.CreateSaturating((Int128)batches + latency.Batches);
            try
            {
                merged.MergeEncoded(latency.Histogram);
            }
            catch (Exception failure) when (failure is FormatException or OverflowException)
            {
                // A damaged histogram may also be well-formed with counts that exceed 64 bits together with those of others.
                // Rule 14 (MeasurementRules) reports the batches that are missing. The other trials keep their figures.
            }
        }

        return new MergedLatency(merged, batches);
    }
}
