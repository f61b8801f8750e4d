using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>The effect of a growing table on the throughput of a point, over its measured trials.</summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 37 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record GrowthFigures
{
    /// <summary>Trials with a slope: those with at least 20 intervals between samples before the first source ended.</summary>
    public required int Sloped { get; init; }

    /// <summary>
    /// Change of throughput in records per second for each million records more: mean of the trials, or of the blocks.
    /// </summary>
    public double? SlopeRecordsPerSPerMillion { get; init; }

    /// <summary>
    /// Interval of the mean slope: Student's t over the trials, or over the means of the blocks where there are several. The
    /// interval of the slope when one trial alone has a slope.
    /// </summary>
    public Interval? IntervalRecordsPerSPerMillion { get; init; }

    /// <summary>Trials long enough to judge whether their throughput still fell at their end.</summary>
    public required int Judged { get; init; }

    /// <summary>Trials whose throughput still fell at their end.</summary>
    public required int StillFalling { get; init; }

    /// <summary>Change over the second half of a trial as a share of throughput: median of the trials.</summary>
    public double? EndChangeShare { get; init; }

    /// <summary>
    /// Longest time without an acknowledgement in any trial, in seconds. Null when no trial recorded its stalls.
    /// </summary>
    public double? LongestGapS { get; init; }

    /// <summary>Number of stalls in all trials. Null when no trial recorded its stalls.</summary>
    public int? StallCount { get; init; }

    /// <summary>Time of all stalls / time of the trials that recorded their stalls.</summary>
    public double? StallShare { get; init; }

    /// <summary>One entry per measured trial.</summary>
    public required IReadOnlyList<TrialGrowth> Trials { get; init; }

    /// <summary>Computes the figures.</summary>
    /// <param name="trials">The trials of the point.</param>
    /// <param name="confidence">Confidence level of the sweep.</param>
    /// <returns>Null when no trial has a slope or recorded its stalls.</returns>
    internal static GrowthFigures? Of(PointTrials trials, double confidence)
    {
        TrialGrowth[] all = [.. trials.Measured.Select(trial => TrialGrowth.Of(trial, confidence))];
        TrialGrowth[] sloped = [.. all.Where(trial => trial.SlopeRecordsPerSPerMillion is not null)];
        TrialGrowth[] stalled = [.. all.Where(trial => trial.Stalls is not null)];
        if (sloped.Length + stalled.Length == 0)
        {
            return null;
        }

        double[] slopes = [.. sloped.Select(trial => trial.SlopeRecordsPerSPerMillion!.Value)];
        TrialResult[] ofSlopes = [.. trials.Measured.Where((_, i) => all[i].SlopeRecordsPerSPerMillion is not null)];
        double time = trials.Measured.Where(trial => trial.Stalls is not null).Sum(trial => trial.ElapsedS);
        return new GrowthFigures
        {
            Sloped = sloped.Length,
            SlopeRecordsPerSPerMillion = SampleStatistics.OfAny(BlockMeans.Of(ofSlopes, slopes))?.Mean,
            IntervalRecordsPerSPerMillion = slopes.Length switch
            {
                0 => null,
                1 => sloped[0].IntervalRecordsPerSPerMillion,
                _ => StudentT.OfMean(SampleStatistics.Of(BlockMeans.Of(ofSlopes, slopes)), confidence),
            },
            Judged = all.Count(trial => trial.StillFalls is not null),
            StillFalling = all.Count(trial => trial.StillFalls == true),
            EndChangeShare = SampleStatistics.OfAny([.. all.Select(trial => trial.EndChangeShare).OfType<double>()])?.Median,
            LongestGapS = stalled.Max(trial => trial.Stalls?.LongestS),
            StallCount = stalled.Length == 0 ? null : stalled.Sum(trial => trial.Stalls!.Count),
            StallShare = time > 0 ? stalled.Sum(trial => trial.Stalls!.TotalS) / time : null,
            Trials = all,
        };
    }
}
