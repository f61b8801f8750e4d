using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The outcome of a point that runs until its interval is narrow enough (<c>--precision</c>). A running sweep also asks this type
/// whether to go on.
/// </summary>
/// <param name="Asked">Requested half-width as a share of the throughput.</param>
/// <param name="HalfWidthShare">
/// Half-width that the measured trials give, as a share of the throughput; null when they give no bounded interval.
/// </param>
/// <param name="MaxTrials">Most trials that the point may have, warm-up included.</param>
/// <param name="End">Why there are no more trials.</param>
/// <remarks>
/// <see cref="PointSummaries"/> computes it for the summary; <c>SweepExecution</c> and <c>Resumption</c> ask <see
/// cref="Further"/> between trials. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record PrecisionFigures(double Asked, double? HalfWidthShare, int MaxTrials, PrecisionEnd End)
{
    /// <summary>
    /// A point gets no more trials after this many incomplete or invalid trials in a row. An unreachable trial breaks the row.
    /// </summary>
    public const int FailingAfter = 3;

    /// <summary>
    /// Creates the source of further trials of a sweep: the steps of its searches, or trials until its points are precise enough.
    /// </summary>
    public static IFurtherTrials Further(SweepConfiguration configuration) => configuration.Search is not null
        ? new SearchTrials(configuration)
        : new FurtherTrials(configuration, (point, trials) => IsEnough(configuration, point, trials));

    /// <summary>True when a point needs no more trials: precise enough, given up, or planned with a fixed number.</summary>
    public static bool IsEnough(SweepConfiguration configuration, Point point, IReadOnlyList<TrialResult> trials) =>
        Of(configuration, new PointTrials(point, 0, trials))?.End is not PrecisionEnd.Unfinished;

    /// <summary>Computes the outcome from the trials so far. Null for a fixed number of trials.</summary>
    internal static PrecisionFigures? Of(SweepConfiguration configuration, PointTrials trials)
    {
        if (configuration is not { Precision: { } asked, MaxTrials: { } most })
        {
            return null;
        }

        var times = BlockMeans.Of(trials.Measured,
            [.. TrialTimes.Of(trials.Point, trials.Measured).Select(trial => trial.ElapsedS)]);

        // As for the interval of the point: where a trial by duration counted no record, times that hardly differ say nothing.
        bool vary = TrialTimes.Vary(trials.Point, trials.Measured);

        // Of several blocks one alone may have trials. They do not show how much deployments vary.
        bool repeat = configuration.Blocks is not > 1 || BlockMeans.Count(trials.Measured) > 1;
        return new PrecisionFigures(
            asked,
            vary ? PrecisionRule.HalfWidthShare(times, configuration.Confidence) : null,
            most,
            vary && repeat && PrecisionRule.IsReached(times, asked, configuration.Confidence)
                && trials.All.Count >= configuration.Trials ? PrecisionEnd.Reached
                : trials.All.Count + (configuration.Blocks is null ? 0 : configuration.TrialsPerBlock - 1) >= most
                    ? PrecisionEnd.MostTrials
                : IsFailing(trials) ? PrecisionEnd.Failing
                : PrecisionEnd.Unfinished);
    }

    private static bool IsFailing(PointTrials trials)
    {
        var last = trials.All.Where(trial => !trial.WarmUp).TakeLast(FailingAfter).ToList();
        return last.Count == FailingAfter
            && last.TrueForAll(trial => trial.Status is TrialStatus.Incomplete or TrialStatus.Invalid);
    }
}
