using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes forest plots of at most 40 rows: of the databases of a sweep, of pairs, and of two results. <see cref="FigureCatalog"/>
/// and <c>ComparisonFiles</c> call it. It draws ratios that others computed, without intervals too wide to be read.
/// </summary>
internal static class ForestFigures
{
    /// <summary>A figure holds at most this many rows; the tables have all.</summary>
    private const int MostRows = 40;

    /// <summary>Makes the plot of every pair of databases of a sweep, at up to 40 of its points; null without a pair.</summary>
    /// <param name="number">Distinguishes the file from those of other results; null for the only one.</param>
    /// <param name="result">The sweep.</param>
    public static ForestChart? Databases(StoredResult result, int? number)
    {
        var analyses = result.Summary.Analysis;
        var pairs = analyses.SelectMany(analysis => analysis.Pairs.Select(pair => (Of: analysis, Pair: pair))).ToList();
        if (pairs.Count == 0)
        {
            return null;
        }

        int each = Math.Max(1, MostRows / pairs.Select(pair => (pair.Of, pair.Pair.A, pair.Pair.B)).Distinct().Count());
        var shown = pairs
            .GroupBy(pair => (pair.Of, pair.Pair.A, pair.Pair.B))
            .SelectMany(group =>
            {
                double[] wanted =
                    SpreadFigures.Evenly([.. group.Select(pair => (double)pair.Pair.RecordsPerSource).Order()], each);
                return group.Where(pair => wanted.Contains(pair.Pair.RecordsPerSource));
            })
            .Take(MostRows)
            .ToList();
        string others(AcrossPoints of) => analyses.Count < 2 ? string.Empty
            : ", " + string.Join(", ", SweepAxes.All.Select(axis => axis.Phrase(of.Held)).OfType<string>());
        string length(DatabasePair pair) => !LoadWords.EndsByClock(pair.PointA)
            ? string.Create(CultureInfo.InvariantCulture, $", N = {pair.RecordsPerSource:#,0}")
            : analyses.Count < 2 ? $", {LoadWords.Length(pair.PointA)}" : string.Empty;
        string rates = LoadWords.Rates(result.Summary.Points.Select(point => point.Point));
        bool hasSizes = shown.Exists(pair => !LoadWords.EndsByClock(pair.Pair.PointA));
        return new ForestChart
        {
            Name = number is { } n ? FormattableString.Invariant($"ratios-{n}") : "ratios",
            Title = "Databases against each other",
            Description = FormattableString.Invariant(
                $"Forest plot of {shown.Count} ratios of throughput with their simultaneous intervals."),
            Caption = string.Create(
                CultureInfo.InvariantCulture,
                $"Ratios of geometric mean throughput, with {result.Summary.Confidence:0.## %} intervals that hold for all "
                + $"pairs and points together. {(hasSizes ? "N is records a source; the" : "The")} shaded range is 5 % "
                + $"either way.")
                + (shown.Count < pairs.Count
                    ? FormattableString.Invariant($" {shown.Count} of {pairs.Count} ratios are drawn; summary.json has all.")
                    : string.Empty)
                + (rates.Length > 0 ? $" Points at a rate ({rates}) are not drawn: arrivals decide their throughput."
                    : string.Empty),
            XTitle = "ratio of throughputs (above 1, the first is faster)",
            Equivalent = (0.95, 1 / 0.95),
            Rows =
            [
                .. shown.Select(pair => Row(
                    $"{pair.Pair.B} / {pair.Pair.A}{length(pair.Pair)}{others(pair.Of)}",
                    pair.Pair.Ratio,
                    pair.Pair.RatioInterval,
                    IsInvalid(result, pair.Pair) ? "INVALID: a trial failed its audit"
                        : PairVerdicts.Of(pair.Pair, result.Summary))),
            ],
        };
    }

    /// <summary>
    /// Makes the plot of a sweep of pairs, one row per point; null for any other sweep, and where the sides share no point.
    /// </summary>
    /// <param name="number">Distinguishes the file from those of other results; null for the only one.</param>
    /// <param name="result">The sweep.</param>
    public static ForestChart? Pairs(StoredResult result, int? number) =>
        Comparison.OfPairs(result) is { Points.Count: > 0 } comparison
            ? Results(comparison) with
            {
                Name = number is { } n ? FormattableString.Invariant($"ratios-{n}") : "ratios",
                Title = $"{comparison.B} against {comparison.A}, in pairs",
                XTitle = $"{comparison.B} / {comparison.A} (above 1, {comparison.B} is faster)",
            }
            : null;

    /// <summary>True when a trial of either database failed its audit at the pair's point.</summary>
    private static bool IsInvalid(StoredResult result, DatabasePair pair) => result.Summary.Points.Any(point =>
        point.Audit.Verdict == AuditVerdict.Failed && (point.Point == pair.PointA || point.Point == pair.PointB));

    /// <summary>Makes the plot of the common points of two results.</summary>
    public static ForestChart Results(Comparison comparison)
    {
        var axes = AxisColumns.Varying([.. comparison.Points.Select(point => point.A)]);
        var shown = comparison.Points.Take(MostRows).ToList();
        return new ForestChart
        {
            Name = "comparison",
            Title = "Throughput of B / throughput of A",
            Description = FormattableString.Invariant(
                $"Forest plot of the ratios of {shown.Count} common points with their intervals."),
            Caption = string.Create(
                CultureInfo.InvariantCulture,
                $"{comparison.Confidence:0.## %} intervals, each for itself. The shaded range, "
                + $"{1 - comparison.Threshold:0.###} to {1 / (1 - comparison.Threshold):0.###}, counts as equivalent.")
                + (shown.Count < comparison.Points.Count
                    ? FormattableString.Invariant(
                    $" The first {shown.Count} of {comparison.Points.Count} points are drawn; the table has all.")
                    : string.Empty),
            XTitle = "B / A (above 1, B is faster)",
            Equivalent = (1 - comparison.Threshold, 1 / (1 - comparison.Threshold)),
            Rows =
            [
                .. shown.Select(point => Row(
                    string.Join(", ", axes
                        .Select(axis => axis.IsNumber ? $"{axis.Value(point.A)} {axis.Name}" : axis.Value(point.A))),
                    point.Ratio,
                    point.RatioInterval,
                    point.Words)),
            ],
        };
    }

    /// <summary>Makes a row, without an interval so wide that it would stretch the axis until no row could be read.</summary>
    private static ForestRow Row(string label, double? ratio, Interval? interval, string verdict)
    {
        var bounds = AnalysisTable.Shown(interval);
        return new ForestRow(label, ratio, bounds?.Low, bounds?.High, verdict);
    }
}
