using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Evaluates the rules of the methodology on a point, in their order. <c>Summarizer</c> calls it for each point, possibly on
/// several threads: rules are pure functions of the facts. A new rule is one line of the list here or in <see
/// cref="SweepRules"/>, with its thresholds in <see cref="RuleLimits"/> and its label in <c>RuleLabels</c>. Every rule also runs
/// for a point without a measured trial, so it must not assume one.
/// </summary>
internal static class PointRules
{
    private static readonly Func<PointFacts, RuleVerdict>[] All =
    [
        StatisticsRules.Rule1Runs,
        StatisticsRules.Rule2Means,
        StatisticsRules.Rule3Interval,
        StatisticsRules.Rule6Steady,
        StatisticsRules.Rule7Outliers,
        StatisticsRules.Rule9Assumptions,
        MeasurementRules.Rule13Latency,
        MeasurementRules.Rule14Histograms,
        IntegrityRules.Rule15Acknowledged,
        IntegrityRules.Rule16Audit,
        IntegrityRules.Rule17Durability,
        MeasurementRules.Rule18Quiescence,
        LoadRules.Rule19Ceiling,
        LoadRules.Rule20Barrier,
        LoadRules.Rule21Generating,
        LoadRules.Rule22Resources,
        IntegrityRules.Rule25Configuration,
        MeasurementRules.Rule26Space,
        IntegrityRules.Rule27Licence,
        WarmStateRules.Rule28WarmState,
        MachineRules.Rule29Machine,
        BottleneckRules.Rule31Bottlenecks,
        FaultRules.Rule34Faults,
        StreamRules.Rule35Streams,
        FreshnessRules.Rule36Freshness,
        GrowthRules.Rule37Level,
        QueryRules.Rule38Queries,
    ];

    /// <summary>
    /// Numbers of the rules about stored or stated facts. These rules apply to a point without a measured trial, too.
    /// </summary>
    private static readonly HashSet<int> WithoutFigures = [1, 16, 17, 25, 27, 34];

    /// <summary>
    /// Numbers of the rules about repeated trials. They do not apply to a step of a search, which chooses its own number of
    /// trials; rule 33 judges the search.
    /// </summary>
    private static readonly HashSet<int> OfRepetition = [1, 3, 6, 7, 9, 28];

    /// <summary>Returns one verdict per rule, in the order of the list.</summary>
    public static IReadOnlyList<RuleVerdict> Evaluate(PointFacts facts) =>
    [
        .. All.Select(rule => rule(facts)).Select(verdict => IsSearched(facts) && OfRepetition.Contains(verdict.Rule)
            ? RuleVerdict.NotApplicable(verdict.Rule, "The point is a step of a search, which rule 33 judges.")
            : facts.N > 0 || WithoutFigures.Contains(verdict.Rule)
            ? verdict
            : RuleVerdict.NotApplicable(verdict.Rule, "The point has no measured trial.")),
    ];

    private static bool IsSearched(PointFacts facts) => facts.Manifest.Configuration.Search is not null;
}
