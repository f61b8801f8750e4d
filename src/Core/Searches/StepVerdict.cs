using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Searches;

/// <summary>
/// Judges a trial of a search: whether it held the limit. <see cref="SearchState"/> calls it for every trial of the journal, and
/// <c>SearchStep</c> of the summary shows its values. A pure function of the trial and the limit: a resumed search must judge the
/// same way.
/// </summary>
public static class StepVerdict
{
    /// <summary>
    /// The database falls behind if more than this share of all arrivals was not begun at the end of a trial. A backlog of one
    /// batch per lane is always allowed.
    /// </summary>
    public const double BacklogShare = 0.01;

    /// <summary>Judges a trial.</summary>
    /// <param name="limit">The limit.</param>
    /// <param name="trial">The trial.</param>
    /// <returns>
    /// True if the limit held. False also for a trial that failed before anything arrived. Null if the trial says nothing: its
    /// audit failed, it did not reach the database, nothing arrived though it did not fail or because the records before it could
    /// not be loaded, the limit is one of errors and no batch was given up in a trial that failed otherwise, as by the loss of a
    /// source process, or its response times cannot be read.
    /// </returns>
    public static bool? Holds(SearchLimit limit, TrialResult trial)
    {
        if (trial.Status is TrialStatus.Invalid or TrialStatus.Unreachable)
        {
            return null;
        }

        if (Arrivals(trial) == 0)
        {
            return trial.Status == TrialStatus.Incomplete && !LacksLoad(trial) ? false : null;
        }

        // A batch that was given up breaks every limit except the limit of errors, which counts such batches.
        bool isFailed = trial.Status == TrialStatus.Incomplete;
        bool isBroken = isFailed && limit.Metric != SearchMetric.Errors;
        if (isFailed && !isBroken && trial.Failed == 0)
        {
            // What a lost source process gave up is not known, nor what a database that cannot be read has stored.
            return null;
        }

        bool fallsBehind = FallsBehind(trial) && limit.Metric != SearchMetric.Backlog;
        if (isBroken || fallsBehind)
        {
            return false;
        }

        double value = Value(limit, trial);
        return limit.Metric == SearchMetric.Response && double.IsNaN(value) ? null : value <= limit.Most;
    }

    /// <summary>
    /// Returns the value that the limit bounds, in seconds, batches, or as a share. A batch that arrived and was not begun counts
    /// as never answered, so that a percentile is infinite if too many batches wait. NaN without arrivals, and for a histogram
    /// that cannot be read.
    /// </summary>
    public static double Value(SearchLimit limit, TrialResult trial) => limit.Metric switch
    {
        SearchMetric.Backlog => trial.OpenLoop?.LastBacklogBatches ?? double.NaN,
        SearchMetric.Errors => (trial.Failed + trial.Retried) / (double)(trial.Acknowledged + trial.Failed),
        _ => Percentile(limit.Percentile, trial),
    };

    private static double Percentile(double percentile, TrialResult trial)
    {
        long answered = trial.OpenLoop?.Response?.Batches ?? 0;

        // One step down, as in LatencyHistogram: 99.9 % of 1000 must be rank 999, whichever way the product is rounded.
        double rank = Math.BitDecrement(percentile) / 100 * Arrivals(trial);
        if (rank > answered)
        {
            return double.PositiveInfinity;
        }

        try
        {
            return answered == 0 ? double.NaN
                : LatencyHistogram.Decode(trial.OpenLoop!.Response!.Histogram).ValueAtPercentile(100 * rank / answered) / 1e9;
        }
        catch (FormatException)
        {
            // Rule 14 reports the damaged histogram.
            return double.NaN;
        }
    }

    private static bool FallsBehind(TrialResult trial) => trial.OpenLoop is { } open && open.LastBacklogBatches > Math.Max(
        (long)trial.Point.Sources.Total * trial.Point.InFlight, BacklogShare * Arrivals(trial));

    /// <summary>True if the records of a prefill or a mix could not be loaded, for which no rate is the reason.</summary>
    private static bool LacksLoad(TrialResult trial) =>
        trial.Load is null && (trial.Point.Prefill is not null || trial.Point.Mix is not null);

    private static long Arrivals(TrialResult trial) =>
        (trial.OpenLoop?.Response?.Batches ?? 0) + (trial.OpenLoop?.LastBacklogBatches ?? 0);
}
