using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the one-way analysis over mixes as a table, one row per database and N. <c>MixSection</c> shows it. It computes no
/// figure.
/// </summary>
internal static class MixTable
{
    private static readonly (string Name, bool IsNumber, Func<MixEffect, string> Value)[] Columns =
    [
        ("database", false, e => e.Database),
        ("records/source", true, e => NumberText.Whole(e.RecordsPerSource)),
        ("mixes", true, e => NumberText.Whole(e.Mixes.Count)),
        ("n", true, e => NumberText.Whole(e.Anova.Within.DegreesOfFreedom + e.Mixes.Count)),
        ("F", true, e => NumberText.Short(e.Anova.Between.F)),
        ("p", true, e => P(e.Anova.Between.P)),
        ("eta2", true, e => NumberText.Short(e.Anova.Between.EtaSquared)),
        ("omega2", true, e => NumberText.Short(e.Anova.Between.OmegaSquared)),
        ("Welch F", true, e => NumberText.Short(e.Welch?.F)),
        ("Welch p", true, e => P(e.Welch?.P)),
        ("F*", true, e => NumberText.Short(e.BrownForsythe?.F)),
        ("F* p", true, e => P(e.BrownForsythe?.P)),
        ("equal variances p", true, e => P(e.EqualVarianceP)),
        ("corrected p", true, e => P(e.AdjustedP)),
    ];

    /// <summary>Formats one analysis.</summary>
    public static TextTable Of(AcrossMixes analysis, double confidence) => new()
    {
        Title = string.Create(CultureInfo.InvariantCulture,
            $"Across mixes: operations/s of each database at each N over {string.Join(", ", MixesOf(analysis))}; "
            + $"{string.Join(", ", SweepAxes.All.Where(axis => analysis.Held[axis] is not null).Select(axis => $"{axis.Name} {axis.Shown(analysis.Held)}"))}"),
        Headers = [.. Columns.Select(column => column.Name)],
        RightAligned = [.. Columns.Select(column => column.IsNumber)],
        Rows = [.. analysis.Effects.Select(effect => (IReadOnlyList<string>)[.. Columns.Select(column => column.Value(effect))])],
        Notes =
        [
            "eta2 is the share of the variance that the mix explains (0.14 is large, Cohen 1988), omega2 the same without its "
            + "bias. F* is Brown and Forsythe's test of means; like Welch's it needs no equal variances.",
            string.Create(CultureInfo.InvariantCulture,
                $"Corrected p is that of Welch's test over all {analysis.Effects.Count} rows (Holm); below {1 - confidence:0.###} "
                + $"the mix has an effect. A mix with fewer than {AcrossMixes.FewestValues} trials or blocks is left out.")
            + (analysis.Effects.Any(effect => effect.Welch is null)
                ? " Where a mix does not vary, Welch's test is not possible, and corrected p is that of F." : string.Empty),
        ],
    };

    private static IEnumerable<string> MixesOf(AcrossMixes analysis) =>
        analysis.Effects.SelectMany(effect => effect.Mixes).Distinct();

    private static string P(double? p) => p is { } value ? AnalysisTable.P(value) : string.Empty;
}
