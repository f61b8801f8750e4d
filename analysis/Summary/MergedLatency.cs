using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>One histogram of all batches of some trials: histograms are merged, percentiles never averaged.</summary>
/// <param name="Histogram">The merged histogram.</param>
/// <param name="Batches">The batches that the trials report, those of unreadable histograms included.</param>
internal sealed record MergedLatency(LatencyHistogram Histogram, long Batches)
{
    public static MergedLatency Of(IEnumerable<TrialResult> trials) => Of(trials.Select(trial => trial.Latency));

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
                // Rule 14 reports it: the other trials' figures are still worth showing.
            }
        }

        return new MergedLatency(merged, batches);
    }
}
