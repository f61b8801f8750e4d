using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Creates the figures of a report in their order, without those that would show nothing. <c>ReportFiles</c> and
/// <c>LatexFiles</c> call it, and <c>LiveParts</c> for the live page. Figures over points draw the first
/// <see cref="PlotSet.MostSeries"/> series only, and scores those of each mix. A new figure is one line here.
/// </summary>
internal static class FigureCatalog
{
    /// <summary>Creates the figures of results.</summary>
    /// <param name="results">At least one.</param>
    /// <param name="score">Formula of the composite score.</param>
    public static IReadOnlyList<Chart> Of(IReadOnlyList<StoredResult> results, ScoreFormula score = ScoreFormula.PerRecord)
    {
        var all = PlotSet.Of(results);
        var set = all.Drawn();
        return set.Series.Count == 0 ? []
            : [.. SearchCharts.Of(results), .. MixFigures.Throughput(results), .. Study1(set), .. MixFigures.Others(results),
                .. Others(set), .. Scores(all.ByMix(), score), .. UsageFigures.Of(set), .. Ratios(results), .. Checks(set)];
    }

    private static IEnumerable<Chart> Study1(PlotSet set)
    {
        if (set.IsPaced)
        {
            yield return LineFigures.Response(set);
        }

        yield return LineFigures.Throughput(set, "throughput", "Throughput");
        var others = set
            .Where(series =>
            series.Target?.Model is not (null or DataModel.Relational or DataModel.NewSql or DataModel.Mixed or DataModel.None));
        if (others.Series.Count > 0 && others.Series.Count < set.Series.Count)
        {
            yield return LineFigures.Throughput(others, "throughput-nosql", "Throughput, NoSQL databases alone");
        }

        if (set.Series.Any(series => series.Points.Any(point => point.Space is { DataBytes: > 0 })))
        {
            yield return LineFigures.DiskSpace(set);
            yield return LineFigures.PerRecord(set);
        }
    }

    private static IEnumerable<Chart> Others(PlotSet set)
    {
        if (set.Largest().Any(last => last.Point.Trials.Measured > 2))
        {
            yield return SpreadFigures.Boxes(set);
        }

        foreach (Chart? chart in new Chart?[] { PercentileFigures.Response(set), PercentileFigures.Of(set),
            PercentileFigures.Seen(set), PercentileFigures.Questions(set), TimeFigures.Of(set), StoredFigures.Of(set) })
        {
            if (chart is not null)
            {
                yield return chart;
            }
        }
    }

    /// <summary>One score per mix, and one for series at a rate beside others: a score compares equal work only.</summary>
    private static IEnumerable<Chart> Scores(IReadOnlyList<(string Mix, PlotSet Set)> mixes, ScoreFormula score)
    {
        for (int i = 0; i < mixes.Count; i++)
        {
            if (ScoreFigures.Heat(mixes[i].Set, score) is { } heat)
            {
                yield return mixes.Count == 1 ? heat : heat with
                {
                    Name = FormattableString.Invariant($"score-{i + 1}"),
                    Title = $"{heat.Title}, {(mixes[i].Mix.Length > 0 ? mixes[i].Mix : "batches")}",
                };
            }
        }
    }

    private static IEnumerable<Chart> Ratios(IReadOnlyList<StoredResult> results) =>
        results.Select((result, i) => (ForestFigures.Pairs(result, results.Count > 1 ? i + 1 : null)
            ?? ForestFigures.Databases(result, results.Count > 1 ? i + 1 : null)) is { } chart
            ? chart with { Title = ResultNames.Before(results, result) + chart.Title } : null).OfType<Chart>();

    private static IEnumerable<Chart> Checks(PlotSet set) =>
        new[] { ResidualFigures.Quantiles(set), ResidualFigures.Order(set) }.OfType<Chart>();
}
