using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// What the growth of its data did to the throughput of a point, over its measured trials.
/// </summary>
/// <remarks><see cref="PointSummaries"/> computes it; rule 37 judges it.</remarks>
public sealed record GrowthFigures
{
    /// <summary>Trials with a slope: those with at least 20 intervals between samples before the first source ended.</summary>
    public required int Sloped { get; init; }

    /// <summary>Change of throughput in records per second for each million records more: mean of the trials.</summary>
    public double? SlopeRecordsPerSPerMillion { get; init; }

    /// <summary>Its interval: over the trials, or that of a single one.</summary>
    public Interval? IntervalRecordsPerSPerMillion { get; init; }

    /// <summary>Trials that are long enough to say whether their throughput still fell at their end.</summary>
    public required int Judged { get; init; }

    /// <summary>Trials whose throughput still fell at their end.</summary>
    public required int StillFalling { get; init; }

    /// <summary>Change over the second half of a trial as a share of throughput: median of the trials.</summary>
    public double? EndChangeShare { get; init; }

    /// <summary>Longest time without an acknowledgement in seconds, of all trials.</summary>
    public double? LongestGapS { get; init; }

    /// <summary>Stalls of all trials.</summary>
    public int? StallCount { get; init; }

    /// <summary>Stalls as a share of the time of all trials.</summary>
    public double? StallShare { get; init; }

    /// <summary>One entry per measured trial.</summary>
    public required IReadOnlyList<TrialGrowth> Trials { get; init; }

    /// <summary>Computes the figures.</summary>
    /// <param name="trials">The trials of the point.</param>
    /// <param name="confidence">Confidence level of the sweep.</param>
    /// <returns>Null without a trial that has any of them.</returns>
    internal static GrowthFigures? Of(PointTrials trials, double confidence)
    {
        TrialGrowth[] all = [.. trials.Measured.Select(trial => TrialGrowth.Of(trial, confidence))];
        TrialGrowth[] sloped = [.. all.Where(trial => trial.SlopeRecordsPerSPerMillion is not null)];
        TrialGrowth[] stalled = [.. all.Where(trial => trial.Stalls is not null)];
        if (sloped.Length + stalled.Length == 0)
        {
            return null;
        }

        var slopes = SampleStatistics.OfAny([.. sloped.Select(trial => trial.SlopeRecordsPerSPerMillion!.Value)]);
        double time = trials.Measured.Where(trial => trial.Stalls is not null).Sum(trial => trial.ElapsedS);
        return new GrowthFigures
        {
            Sloped = sloped.Length,
            SlopeRecordsPerSPerMillion = slopes?.Mean,
            IntervalRecordsPerSPerMillion = slopes is null ? null
                : sloped.Length == 1 ? sloped[0].IntervalRecordsPerSPerMillion : StudentT.OfMean(slopes, confidence),
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
