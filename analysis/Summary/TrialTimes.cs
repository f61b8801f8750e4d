using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Computes the counted records and the time of each trial, from which throughput is computed. Records that needed a retry do
/// not count. Trials of equally many records differ in time. Trials by duration differ in records, at nearly equal times: each
/// counts as the time that the mean number of records would take at its rate, so that the figures and intervals of a point
/// rest on what varied. In an open loop the time is the one during which records were offered. Summaries, comparisons and
/// figures of residuals must take times from here, never from the journal.
/// </summary>
internal static class TrialTimes
{
    /// <summary>Returns counted records and seconds of each trial, in the same order.</summary>
    public static (double Records, double ElapsedS)[] Of(Point point, IReadOnlyList<TrialResult> trials)
    {
        (double Records, double ElapsedS)[] raw =
            [.. trials.Select(trial => ((double)PointSummaries.Counted(trial), TimeOf(trial)))];
        if (point.DurationS is null || raw.Length == 0 || raw.Any(trial => trial.Records <= 0))
        {
            return raw;
        }

        double mean = raw.Average(trial => trial.Records);
        return [.. raw.Zip(trials,
            (time, trial) => (mean, TrialRate.IsPaced(trial) ? mean / trial.PerS : time.ElapsedS * mean / time.Records))];
    }

    /// <summary>
    /// False where a trial by duration has no record that counts. No scaled time exists for this trial, and the raw times of the
    /// trials hardly differ, so they do not show how much the throughput varies.
    /// </summary>
    public static bool Vary(Point point, IReadOnlyList<TrialResult> trials) =>
        point.DurationS is null || trials.All(trial => PointSummaries.Counted(trial) > 0);

    /// <summary>Returns the makespan in seconds; in an open loop, the time during which records were offered.</summary>
    private static double TimeOf(TrialResult trial) =>
        TrialRate.IsPaced(trial) && trial.PerS > 0 ? PointSummaries.Counted(trial) / trial.PerS : trial.ElapsedS;

    /// <summary>Seconds of each measured trial of a point.</summary>
    public static double[] Of(PointSummary point) => [.. Of(point.Point, point.Measured).Select(trial => trial.ElapsedS)];
}
