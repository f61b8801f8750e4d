using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// One histogram merged from those of several trials. <see cref="LatencyFigures"/> and the figures of percentiles read it.
/// Percentiles come from the merged histogram and are never averaged.
/// </summary>
/// <param name="Histogram">The merged histogram, in nanoseconds.</param>
/// <param name="Batches">Batches that the trials report, those of unreadable histograms included.</param>
internal sealed record MergedLatency(LatencyHistogram Histogram, long Batches)
{
    /// <summary>Merges the latencies of trials.</summary>
    public static MergedLatency Of(IEnumerable<TrialResult> trials) => Of(trials.Select(trial => trial.Latency));

    /// <summary>Merges latencies. Leaves out an unreadable histogram and counts its batches.</summary>
    public static MergedLatency Of(IEnumerable<LatencySummary?> latencies)
    {
        var merged = new LatencyHistogram();
        long batches = 0;
        foreach (var latency in latencies.OfType<LatencySummary>())
        {
            batches += latency.Batches;
            try
            {
                merged.MergeEncoded(latency.Histogram);
            }
            catch (FormatException)
            {
                // Rule 14 reports the damage. The figures of the other trials are still shown.
            }
        }

        return new MergedLatency(merged, batches);
    }
}
