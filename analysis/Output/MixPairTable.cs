using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats every pair of databases at each mix and N as a table, by Games-Howell and by Tukey HSD. Both are corrected over all
/// cells of the sweep. It names the points at a rate (<c>--rate</c>), which <see cref="AcrossPoints"/> leaves out.
/// <c>MixSection</c> shows it. It computes no figure.
/// </summary>
internal static class MixPairTable
{
    private static readonly string[] Headers =
        ["mix", "records/source", "pair", "ratio", "Games-Howell", "p", "Tukey HSD", "Tukey p", "verdict"];

    /// <summary>
    /// Formats the pairs whose points support claims. Null without one, without mixes, or if all points have a rate.
    /// </summary>
    public static TextTable? Of(SweepSummary summary)
    {
        var points = summary.Points.ToDictionary(point => point.Point);
        var rows = (from analysis in summary.Analysis
                    where SweepAxes.Mix.Shown(analysis.Held) is not null
                    from pair in analysis.Pairs
                    where points[pair.PointA].BearsClaims && points[pair.PointB].BearsClaims
                    select (IReadOnlyList<string>)
                    [
                        SweepAxes.Mix.Shown(analysis.Held)!, NumberText.Whole(pair.RecordsPerSource), $"{pair.B} / {pair.A}",
                        NumberText.Ratio(pair.Ratio), Bounds(pair.RatioInterval),
                        AnalysisTable.P(pair.P), Bounds(pair.TukeyRatioInterval),
                        pair.TukeyP is { } p ? AnalysisTable.P(p) : string.Empty, PairVerdicts.Of(pair, summary),
                    ]).ToList();
        string rates = LoadWords.Rates(points.Keys.Where(point => point.Mix is not null));
        return rows.Count == 0 ? null : new TextTable
        {
            Title = string.Create(CultureInfo.InvariantCulture,
                $"Ratios of operations/s with intervals at {summary.Confidence:0.## %} for all cells together"),
            Headers = Headers,
            RightAligned = [false, true, false, true, false, true, false, true, false],
            Rows = rows,
            Notes =
            [
                "On ln (operations/s). Games-Howell needs no equal variances and gives the verdict; Tukey HSD, which study 2 "
                + "used, assumes them. Bonferroni over the cells, a mix at an N each.",
                .. rates.Length == 0 ? Array.Empty<string>()
                    : [$"Points at a rate ({rates}) are left out: arrivals decide their operations/s."],
            ],
        };
    }

    private static string Bounds(Interval? interval) => AnalysisTable.Shown(interval) is { } bounds
        ? NumberText.Ratios(bounds.Low, bounds.High) : "no bounds";
}
