using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the analysis of variance of one group of points as a table, one row per effect. <c>ReportPage</c> and
/// <c>LatexFiles</c> show it. The notes of <see cref="SummaryTable"/> state the pairs of databases, and <see cref="PairMatrix"/>
/// shows them. It computes no figure.
/// </summary>
public static class AnalysisTable
{
    /// <summary>Larger bounds of a ratio, and smaller ones than its reciprocal, are shown as "no bounds".</summary>
    private const double LargestBound = 1e4;

    private static readonly (string Name, bool IsNumber, Func<AnovaEffect, string> Value)[] Columns =
    [
        ("effect", false, e => e.Source.Replace("records_per_source", "N", StringComparison.Ordinal)),
        ("df", true, e => NumberText.Whole(e.DegreesOfFreedom)),
        ("F", true, e => NumberText.Short(e.F)),
        ("p", true, e => P(e.P)),
        ("eta2", true, e => NumberText.Short(e.EtaSquared)),
        ("partial eta2", true, e => NumberText.Short(e.PartialEtaSquared)),
        ("omega2", true, e => NumberText.Short(e.OmegaSquared)),
    ];

    /// <summary>Formats the table.</summary>
    /// <returns>A table without rows when there is no analysis of variance.</returns>
    public static TextTable Of(AcrossPoints analysis, double confidence) => new()
    {
        Title = string.Create(
            CultureInfo.InvariantCulture,
            $"Across points: ln({(analysis.Held[SweepAxes.Mix] is null ? "records/s" : "operations/s")}) of {string.Join(", ", analysis.Databases)} at {analysis.RecordsPerSource.Count} N; "
            + $"{string.Join(", ", SweepAxes.All.Where(axis => analysis.Held[axis] is not null).Select(axis => $"{axis.Name} {axis.Shown(analysis.Held)}"))}"),
        Headers = [.. Columns.Select(column => column.Name)],
        RightAligned = [.. Columns.Select(column => column.IsNumber)],
        Rows = [.. Effects(analysis.Anova)
            .Select(effect => (IReadOnlyList<string>)[.. Columns.Select(column => column.Value(effect))])],
        Notes =
        [
            Family(confidence),
        ],
    };

    /// <summary>True when there is something to show: trials that do not vary cannot be compared.</summary>
    internal static bool HasFigures(AcrossPoints analysis) => analysis.Anova is not null || analysis.Pairs.Count > 0;

    /// <summary>The notes of one of a sweep's analyses. With several, each line names its analysis.</summary>
    internal static IEnumerable<string> Notes(AcrossPoints analysis, SweepSummary summary)
    {
        string[] own = [.. Own(analysis, summary)];
        string of = own.Length > 0 ? string.Join(", ", own) + ": " : string.Empty;
        return [.. analysis.Pairs.GroupBy(pair => (pair.A, pair.B))
            .Select(pair => of + Note([.. pair], summary)), Family(summary.Confidence)];
    }

    /// <summary>The words that distinguish one of a sweep's analyses from the others; empty for the only one.</summary>
    internal static IEnumerable<string> Own(AcrossPoints analysis, SweepSummary summary) =>
        SweepAxes.All.Where(axis => summary.Analysis.Select(other => axis.Text(other.Held)).Distinct().Count() > 1)
            .Select(axis => axis.Shown(analysis.Held) is { } shown ? $"{axis.Name} {shown}" : axis.PhraseWhenAbsent);

    private static string Family(double confidence) =>
        string.Create(CultureInfo.InvariantCulture,
            $"Intervals at {confidence:0.## %} for all pairs, N and mixes together (Games-Howell, Bonferroni over N and mixes).");

    /// <summary>
    /// The interval of a ratio as readers see it. Null where a bound lies beyond <see cref="LargestBound"/> or its reciprocal:
    /// two trials give intervals so wide that their bounds mean nothing.
    /// </summary>
    internal static Interval? Shown(Interval? ratio) =>
        ratio is { Low: >= 1 / LargestBound, High: <= LargestBound } ? ratio : null;

    /// <summary>A p-value with four decimals.</summary>
    internal static string P(double p) => p < 0.0001 ? "< 0.0001" : p.ToString("0.0000", CultureInfo.InvariantCulture);

    private static IEnumerable<AnovaEffect> Effects(TwoWayAnova? anova) => anova is null
        ? []
        : [anova.A, anova.B, .. anova.Interaction is { } interaction ? [interaction] : Array.Empty<AnovaEffect>()];

    private static string Note(DatabasePair[] pairs, SweepSummary summary)
    {
        string[] verdicts = [.. pairs.Select(pair => PairVerdicts.Of(pair, summary))];
        if (pairs.Length == 1)
        {
            string bounds = Shown(pairs[0].RatioInterval) is { } shown ? NumberText.Ratios(shown.Low, shown.High) : "no bounds";
            return $"{pairs[0].B} / {pairs[0].A}: {NumberText.Ratio(pairs[0].Ratio)} ({bounds}), {verdicts[0]}.";
        }

        string verdict = verdicts.Distinct().Count() == 1 ? $"{verdicts[0]} at all {pairs.Length} N"
            : $"{PairVerdicts.Counted(verdicts)} of {pairs.Length} N";
        string ratios = NumberText.Ratios(pairs.Min(pair => pair.Ratio), pairs.Max(pair => pair.Ratio));
        return $"{pairs[0].B} / {pairs[0].A}: {ratios} ({Bounds(pairs)}); {verdict}.";

        static string Bounds(DatabasePair[] pairs)
        {
            Interval[] shown = [.. pairs.Select(pair => Shown(pair.RatioInterval)).OfType<Interval>()];
            return shown.Length < pairs.Length ? "intervals without bounds"
                : "intervals within " + NumberText.Ratios(shown.Min(bounds => bounds.Low), shown.Max(bounds => bounds.High));
        }
    }
}
