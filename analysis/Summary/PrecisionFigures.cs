using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;

namespace DbIngest.Analysis.Summary;

/// <summary>What became of a point that was to be measured until its interval is narrow enough.</summary>
/// <param name="Asked">Half the width asked for, as a share of the throughput.</param>
/// <param name="HalfWidthShare">The one that its measured trials have; null when they give no bounded interval.</param>
/// <param name="MaxTrials">The most trials that it may have.</param>
/// <param name="End">Why it has no more.</param>
public sealed record PrecisionFigures(double Asked, double? HalfWidthShare, int MaxTrials, PrecisionEnd End)
{
    /// <summary>After so many failed trials in a row a point has no more.</summary>
    public const int FailingAfter = 3;

    /// <summary>The trials that a sweep goes on with until its points are precise enough.</summary>
    /// <param name="configuration">The sweep.</param>
    public static FurtherTrials Further(SweepConfiguration configuration) =>
        new(configuration, (point, trials) => IsEnough(configuration, point, trials));

    /// <summary>Whether a point of a sweep needs no more trials.</summary>
    /// <param name="configuration">The sweep.</param>
    /// <param name="point">The point.</param>
    /// <param name="trials">Its trials, the last line of each.</param>
    /// <returns>Whether it is ended, for one reason or another.</returns>
    public static bool IsEnough(SweepConfiguration configuration, Point point, IReadOnlyList<TrialResult> trials) =>
        Of(configuration, new PointTrials(point, 0, trials))?.End is not PrecisionEnd.Unfinished;

    internal static PrecisionFigures? Of(SweepConfiguration configuration, PointTrials trials)
    {
        if (configuration is not { Precision: { } asked, MaxTrials: { } most })
        {
            return null;
        }

        var times = BlockMeans.Of(trials.Measured, [.. TrialTimes.Of(trials.Point, trials.Measured).Select(trial => trial.ElapsedS)]);
        return new PrecisionFigures(
            asked,
            PrecisionRule.HalfWidthShare(times, configuration.Confidence),
            most,
            PrecisionRule.IsReached(times, asked, configuration.Confidence) && trials.All.Count >= configuration.Trials ? PrecisionEnd.Reached
                : trials.All.Count + (configuration.Blocks is null ? 0 : configuration.TrialsPerBlock - 1) >= most ? PrecisionEnd.MostTrials
                : IsFailing(trials) ? PrecisionEnd.Failing
                : PrecisionEnd.Unfinished);
    }

    private static bool IsFailing(PointTrials trials)
    {
        var last = trials.All.Where(trial => !trial.WarmUp).TakeLast(FailingAfter).ToList();
        return last.Count == FailingAfter && last.TrueForAll(trial => trial.Status is TrialStatus.Incomplete or TrialStatus.Invalid);
    }
}
