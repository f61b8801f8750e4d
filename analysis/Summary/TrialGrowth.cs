using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The effect of a growing table on the throughput of one trial. <see cref="GrowthFigures"/> computes it for each measured trial.
/// Figures that need more samples than the trial has are null.
/// </summary>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record TrialGrowth
{
    /// <summary>Number of the trial within its point.</summary>
    public required int Trial { get; init; }

    /// <summary>
    /// Intervals between samples behind the figures, of equal length except for delays of the sampler; neighbours of a long trial
    /// are merged.
    /// </summary>
    public required int Intervals { get; init; }

    /// <summary>Records that the table stored when the trial began: those of <c>--prefill</c>.</summary>
    public required long StoredBefore { get; init; }

    /// <summary>Change of throughput in records per second for each further million stored records.</summary>
    public double? SlopeRecordsPerSPerMillion { get; init; }

    /// <summary>
    /// Interval of the slope, at the confidence of the sweep; it allows for the autocorrelation of the intervals.
    /// </summary>
    public Interval? IntervalRecordsPerSPerMillion { get; init; }

    /// <summary>Lag-1 autocorrelation of the throughput of the intervals around the line.</summary>
    public double? Autocorrelation { get; init; }

    /// <summary>
    /// Change over the second half of the trial, by a line fitted to that half, as a share of its throughput there.
    /// </summary>
    public double? EndChangeShare { get; init; }

    /// <summary>Interval of <see cref="EndChangeShare"/>, at the confidence of the sweep.</summary>
    public Interval? EndChangeInterval { get; init; }

    /// <summary>
    /// True if throughput still fell in the second half of the trial by more than 2 %. Null if the half has too few samples to
    /// tell.
    /// </summary>
    public bool? StillFalls { get; init; }

    /// <summary>
    /// Changes of the level of throughput, in the order of time. Null if the trial has too few samples for a slope.
    /// </summary>
    public IReadOnlyList<GrowthChange>? Changes { get; init; }

    /// <summary>Stalls: long times without an acknowledgement. Null for results of older versions.</summary>
    public StallResult? Stalls { get; init; }

    /// <summary>Stalls as a share of the trial's time.</summary>
    public double? StallShare { get; init; }

    /// <summary>Computes the figures.</summary>
    /// <param name="trial">A trial.</param>
    /// <param name="confidence">Confidence level of the sweep.</param>
    internal static TrialGrowth Of(TrialResult trial, double confidence)
    {
        var steps = GrowthSeries.Of(trial);
        var growth = new TrialGrowth
        {
            Trial = trial.Trial,
            Intervals = steps.Count,
            StoredBefore = trial.StoredBefore,
            Stalls = trial.Stalls,
            StallShare = trial.Stalls is { } stalls && trial.ElapsedS > 0 ? stalls.TotalS / trial.ElapsedS : null,
        };
        if (Fit(steps, confidence) is not { } fit)
        {
            return growth;
        }

        var half = steps.Skip((steps.Count + 1) / 2).ToList();
        double rate = half.Average(step => step.RecordsPerS);
        var end = Fit(half, confidence);
        double share = rate > 0 ? (half[^1].Millions - half[0].Millions) / rate : 0;
        return growth with
        {
            SlopeRecordsPerSPerMillion = fit.Slope,
            IntervalRecordsPerSPerMillion = fit.Interval,
            Autocorrelation = fit.Autocorrelation,
            EndChangeShare = end?.Slope * share,
            EndChangeInterval = end?.Interval.Times(share),
            StillFalls = end is null ? null
                : end.Interval.High < 0 && -end.Slope * share > RuleLimits.StillFalling,
            Changes = ChangesOf(steps, trial.StoredBefore),
        };
    }

    private static DependentSlope? Fit(IReadOnlyList<GrowthStep> steps, double confidence) => DependentSlope.Of(
        [.. steps.Select(step => step.Millions)], [.. steps.Select(step => step.RecordsPerS)], confidence);

    /// <summary>
    /// Finds the changes of level by E-divisive on the means of groups of neighbouring steps, each group so large that the means
    /// hardly depend on each other. Leaves out changes too small to matter.
    /// </summary>
    private static GrowthChange[] ChangesOf(IReadOnlyList<GrowthStep> steps, long before)
    {
        double[] rates = [.. steps.Select(step => step.RecordsPerS)];
        var groups = GrowthSeries.Together(steps, IndependentSize.Of(rates, RuleLimits.MostGrowthGroups));
        var found = EDivisive.Of([.. groups.Select(step => step.RecordsPerS)], RuleLimits.GrowthChangeLevel);
        int[] bounds = [0, .. found.Select(change => change.Index), groups.Count];
        double[] levels = [.. bounds.Zip(bounds.Skip(1), (from, to) => Level(groups, from, to))];
        return
        [
            .. found.Select((change, i) => new GrowthChange(
                    before + groups[change.Index].From, groups[change.Index].FromS, levels[i], levels[i + 1], change.P))
                .Where(change => Math.Abs(change.AfterRecordsPerS - change.BeforeRecordsPerS)
                    >= RuleLimits.GrowthChangeShare * change.BeforeRecordsPerS),
        ];
    }

    private static double Level(IReadOnlyList<GrowthStep> groups, int from, int to) =>
        (groups[to - 1].To - groups[from].From) / (groups[to - 1].ToS - groups[from].FromS);
}
