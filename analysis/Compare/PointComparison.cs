using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>One common point of two results, with its ratio and verdict. <see cref="PointComparisons"/> makes it.</summary>
/// <remarks>
/// Tables, pages and JSON show it unchanged. A failed audit changes no verdict. Only <see cref="Comparison"/>, and only between
/// two results, makes it a regression here: <see cref="History"/> fails the line itself, and pairs of one sweep are judged by the
/// run. JSON states the members, so none may be renamed.
/// </remarks>
public sealed record PointComparison
{
    /// <summary>The point in A.</summary>
    public required Point A { get; init; }

    /// <summary>The point in B; its target may differ.</summary>
    public required Point B { get; init; }

    /// <summary>A's throughput, records / mean time; null with a mix.</summary>
    public required double? ARecordsPerS { get; init; }

    /// <summary>B's throughput, records / mean time; null with a mix.</summary>
    public required double? BRecordsPerS { get; init; }

    /// <summary>A's throughput with a mix, operations / mean time; null without one.</summary>
    public double? AOperationsPerS { get; init; }

    /// <summary>B's throughput with a mix, operations / mean time; null without one.</summary>
    public double? BOperationsPerS { get; init; }

    /// <summary>A's throughput of records, or of operations of a mix.</summary>
    [JsonIgnore]
    public double? APerS => AOperationsPerS ?? ARecordsPerS;

    /// <summary>B's throughput of records, or of operations of a mix.</summary>
    [JsonIgnore]
    public double? BPerS => BOperationsPerS ?? BRecordsPerS;

    /// <summary>Measured trials of A.</summary>
    public required int ATrials { get; init; }

    /// <summary>Measured trials of B.</summary>
    public required int BTrials { get; init; }

    /// <summary>Pairs with figures on both sides; 0 unless the trials ran in pairs.</summary>
    [JsonIgnore]
    public int Pairs { get; init; }

    /// <summary>Pairs without a ratio, because a side counted no record; 0 unless the trials ran in pairs.</summary>
    [JsonIgnore]
    public int StalledPairs { get; init; }

    /// <summary>
    /// True when B counted no record in more pairs than A, which is a regression whatever the ratio of the others.
    /// </summary>
    [JsonIgnore]
    public bool IsStalled { get; init; }

    /// <summary>Runs of A with figures.</summary>
    public required int ARuns { get; init; }

    /// <summary>Runs of B with figures.</summary>
    public required int BRuns { get; init; }

    /// <summary>
    /// What failed audits of A found at this point; null where none failed. The other trials give its figures all the same.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? AFailedAudit { get; init; }

    /// <summary>What failed audits of B found, likewise.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? BFailedAudit { get; init; }

    /// <summary>Throughput of B / throughput of A: above 1, B is faster.</summary>
    public double? Ratio { get; init; }

    /// <summary>
    /// Interval of the ratio: Fieller's for independent sides, that of the paired test for trials in pairs. Null when the
    /// variance is unknown or the interval unbounded.
    /// </summary>
    public Interval? RatioInterval { get; init; }

    /// <summary>The ratio without assumptions on the distribution; null where the trials give no reason for it.</summary>
    public RankRatio? ByRanks { get; init; }

    /// <summary>P-value of a ratio of 1, corrected by Holm over the common points.</summary>
    public double? DifferenceP { get; init; }

    /// <summary>
    /// P-value of a ratio outside the threshold, not corrected: equivalence at all points is an intersection of hypotheses.
    /// </summary>
    public double? EquivalenceP { get; init; }

    /// <summary>
    /// P-value of a loss of at most the threshold, corrected by Holm over the common points: the gate by intervals fails at 1 - c
    /// and below.
    /// </summary>
    public double? RegressionP { get; init; }

    /// <summary>Verdict of the tests.</summary>
    public required PointVerdict Verdict { get; init; }

    /// <summary>
    /// Further measured trials per side that make a verdict likely at the measured variance. Null when there is a verdict, when
    /// more than <see cref="Comparison.MoreTrialsMost"/> would be needed, when a trial by duration counted no record, and when a
    /// side has several runs (<see cref="MoreRuns"/>) or its run several blocks (<see cref="MoreBlocks"/>).
    /// </summary>
    public int? MoreTrials { get; init; }

    /// <summary>Further runs per side likewise; null unless a side has several runs.</summary>
    public int? MoreRuns { get; init; }

    /// <summary>
    /// Further blocks per side likewise. Null unless each side has one run and one of them several blocks.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? MoreBlocks { get; init; }

    /// <summary>True when the blocks of a run are what repeats, and not its trials.</summary>
    [JsonIgnore]
    public bool IsOfBlocks { get; init; }

    /// <summary>
    /// True when B is slower by more than the threshold, as the gate defines it, has no figures where A has some, counted no
    /// record in more pairs than A, or failed an audit where A passed.
    /// </summary>
    public bool IsRegression { get; init; }

    /// <summary>
    /// Reasons to doubt the verdict: labels of either side's broken rules on steadiness and autocorrelation, such as "A not
    /// steady" (the test assumes that trials are alike, and otherwise finds false differences too often), "one run a side" for
    /// a difference or an equivalence of two runs, whose interval does not contain the variance between runs (rule 4), and the
    /// pairs in which a side counted no record.
    /// </summary>
    public required IReadOnlyList<string> Reservations { get; init; }

    /// <summary>The verdict in words for tables; none on the speed of a database that lost records.</summary>
    [JsonIgnore]
    public string Words => (AFailedAudit, BFailedAudit) switch
    {
        (null, null) => VerdictWords,
        (_, null) => "INVALID: A failed its audit",
        (null, _) => "INVALID: B failed its audit",
        _ => "INVALID: both failed their audits",
    };

    private string VerdictWords => Verdict switch
    {
        PointVerdict.NotEnoughData when MoreTrials is { } more =>
            $"not enough data: run {NumberText.Count(more, "more trial")} on each side",
        PointVerdict.NotEnoughData when MoreBlocks is { } more =>
            $"not enough data: run {NumberText.Count(more, "more block")} on each side",
        PointVerdict.NotEnoughData when MoreRuns is { } more =>
            $"not enough data: {NumberText.Count(more, "more run")} on each side",
        PointVerdict.NotEnoughData when ARuns > 1 || BRuns > 1 => FormattableString.Invariant(
            $"not enough data: not even {Comparison.MoreTrialsMost} more runs would do"),
        PointVerdict.NotEnoughData => FormattableString.Invariant(
            $"not enough data: not even {Comparison.MoreTrialsMost} more {(IsOfBlocks ? "blocks" : "trials")} would do"),
        PointVerdict.Slower when IsRegression => "slower beyond the threshold",
        _ => Verdict.ToString().ToLowerInvariant(),
    };
}
