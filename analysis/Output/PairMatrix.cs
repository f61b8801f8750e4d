using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the matrix of every database against every other at the largest N of an analysis: the row's throughput / the column's.
/// <c>ReportPage</c> shows it for three or more databases. It computes no figure.
/// </summary>
internal static class PairMatrix
{
    /// <summary>True when any pair supports a claim.</summary>
    public static bool HasClaims(AcrossPoints analysis, SweepSummary summary) =>
        analysis.Pairs.Any(pair => PairVerdicts.Of(pair, summary) != PairVerdicts.None);

    /// <summary>Formats the matrix. Each cell has the ratio with its interval, and the verdict in a second line.</summary>
    public static TextTable Of(AcrossPoints analysis, SweepSummary summary)
    {
        long largest = analysis.Pairs.Max(pair => pair.RecordsPerSource);
        var at = analysis.Pairs.Where(pair => pair.RecordsPerSource == largest).ToList();
        string[] names =
            [.. at.SelectMany(pair => new[] { (pair.A, pair.PointA), (pair.B, pair.PointB) }).DistinctBy(side => side.Item1)
            .OrderByDescending(side => summary.Points.FirstOrDefault(point => point.Point == side.Item2)?.Throughput?.RecordsPerS
                ?? 0).Select(side => side.Item1)];
        return new TextTable
        {
            Title = $"At {LoadWords.Length(at[0].PointA)}: the row's throughput / the column's",
            Headers = ["row / column", .. names],
            RightAligned = [.. Enumerable.Repeat(false, names.Length + 1)],
            Rows = [.. names
                .Select(row => (IReadOnlyList<string>)[row, .. names
                .Select(column => Cell(analysis, summary, largest, row, column))])],
            Notes = [],
        };
    }

    private static string Cell(AcrossPoints analysis, SweepSummary summary, long n, string row, string column)
    {
        if (row == column)
        {
            return "–";
        }

        var all = analysis.Pairs.Where(pair => (pair.A == row && pair.B == column) || (pair.A == column && pair.B == row))
            .ToList();
        if (all.Find(pair => pair.RecordsPerSource == n) is not { } found)
        {
            return "no pair";
        }

        bool isInverse = found.B != row;
        string bounds = AnalysisTable.Shown(isInverse ? found.RatioInterval?.Dividing(1) : found.RatioInterval) is { } shown
            ? $"[{NumberText.Ratio(shown.Low)}, {NumberText.Ratio(shown.High)}]" : "no bounds";
        string ratio = $"{NumberText.Ratio(isInverse ? 1 / found.Ratio : found.Ratio)}x {bounds}";
        return $"{ratio}\n{PairVerdicts.Words([.. all.Select(pair => PairVerdicts.Of(pair, summary, isInverse: pair.B != row))], PairVerdicts.Of(found, summary, isInverse))}";
    }
}
