using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// What the trials of a point are compared by: records that count, and the time they took. Trials of equally many records differ
/// in time. Those by duration differ in records, at times that hardly differ: each is taken as the time that the mean number of
/// records would have taken at its rate, so that all figures of a point, its interval above all, rest on what varied.
/// </summary>
internal static class TrialTimes
{
    /// <summary>Records and seconds of each trial.</summary>
    /// <param name="point">The point.</param>
    /// <param name="trials">Its trials, each with a time above 0.</param>
    /// <returns>One entry a trial.</returns>
    public static (double Records, double ElapsedS)[] Of(Point point, IReadOnlyList<TrialResult> trials)
    {
        (double Records, double ElapsedS)[] raw = [.. trials.Select(trial => ((double)PointSummaries.Counted(trial), TimeOf(trial)))];
        if (point.DurationS is null || raw.Length == 0 || raw.Any(trial => trial.Records <= 0))
        {
            return raw;
        }

        double mean = raw.Average(trial => trial.Records);
        return [.. raw.Zip(trials, (time, trial) => (mean, TrialRate.IsPaced(trial) ? mean / trial.RecordsPerS : time.ElapsedS * mean / time.Records))];
    }

    /// <summary>The makespan; in an open loop the time in which the records were offered.</summary>
    private static double TimeOf(TrialResult trial) =>
        TrialRate.IsPaced(trial) && trial.RecordsPerS > 0 ? PointSummaries.Counted(trial) / trial.RecordsPerS : trial.ElapsedS;

    /// <summary>The seconds of each trial.</summary>
    /// <param name="point">The point.</param>
    /// <returns>One entry a measured trial.</returns>
    public static double[] Of(PointSummary point) => [.. Of(point.Point, point.Measured).Select(trial => trial.ElapsedS)];
}
