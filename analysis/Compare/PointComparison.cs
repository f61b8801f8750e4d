using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>One common point of two results.</summary>
public sealed record PointComparison
{
    /// <summary>The point as A has it.</summary>
    public required Point A { get; init; }

    /// <summary>The point as B has it.</summary>
    public required Point B { get; init; }

    /// <summary>A's throughput, records / mean time.</summary>
    public required double? ARecordsPerS { get; init; }

    /// <summary>B's throughput, records / mean time.</summary>
    public required double? BRecordsPerS { get; init; }

    /// <summary>A's measured trials.</summary>
    public required int ATrials { get; init; }

    /// <summary>B's measured trials.</summary>
    public required int BTrials { get; init; }

    /// <summary>A's runs with figures.</summary>
    public required int ARuns { get; init; }

    /// <summary>B's runs with figures.</summary>
    public required int BRuns { get; init; }

    /// <summary>Throughput of B / throughput of A: above 1, B is faster.</summary>
    public double? Ratio { get; init; }

    /// <summary>Fieller's interval of the ratio; null when its variance is not known.</summary>
    public Interval? RatioInterval { get; init; }

    /// <summary>The ratio without assumptions on the distribution; null where the trials give no reason for it.</summary>
    public RankRatio? ByRanks { get; init; }

    /// <summary>The p-value of a ratio of 1, corrected by Holm over the common points.</summary>
    public double? DifferenceP { get; init; }

    /// <summary>The p-value of a ratio outside the threshold, not corrected: all points together are an intersection.</summary>
    public double? EquivalenceP { get; init; }

    /// <summary>
    /// The p-value of a loss of at most the threshold, corrected by Holm over the common points: the gate by intervals fails at 1 - c and below.
    /// </summary>
    public double? RegressionP { get; init; }

    /// <summary>The verdict.</summary>
    public required PointVerdict Verdict { get; init; }

    /// <summary>
    /// Further measured trials that each side needs, at the variance seen, until a verdict is likely; null when there is one,
    /// or when more than <see cref="Comparison.MoreTrialsMost"/> would be needed.
    /// </summary>
    public int? MoreTrials { get; init; }

    /// <summary>The same in runs, where a side has several.</summary>
    public int? MoreRuns { get; init; }

    /// <summary>Whether B is slower by more than the threshold, as the gate has it.</summary>
    public bool IsRegression { get; init; }

    /// <summary>
    /// What a verdict must be held against: labels of either side's broken rules on steadiness and autocorrelation, such as "A not steady" (the
    /// test takes trials as alike, and tells equal distributions apart too often where they are not), and "one run a side" of a
    /// difference or an equivalence of two runs, since how much runs differ is in no interval then (rule 4).
    /// </summary>
    public required IReadOnlyList<string> Reservations { get; init; }

    /// <summary>The verdict in words.</summary>
    [JsonIgnore]
    public string Words => Verdict switch
    {
        PointVerdict.NotEnoughData when MoreTrials is { } more => $"not enough data: run {Figure.Count(more, "more trial")} on each side",
        PointVerdict.NotEnoughData when MoreRuns is { } more => $"not enough data: {Figure.Count(more, "more run")} on each side",
        PointVerdict.NotEnoughData when ARuns > 1 || BRuns > 1 => FormattableString.Invariant(
            $"not enough data: not even {Comparison.MoreTrialsMost} more runs would do"),
        PointVerdict.NotEnoughData => FormattableString.Invariant(
            $"not enough data: not even {Comparison.MoreTrialsMost} more trials would do"),
        PointVerdict.Slower when IsRegression => "slower beyond the threshold",
        _ => Verdict.ToString().ToLowerInvariant(),
    };
}
