using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Draws searches for the sustainable rate: the bounded value over the rate of arrivals, the limit, and the interval of each
/// sustainable rate as a box below the line of the limit. A point is the median of the trials at a rate, and missing unless more
/// than half of them have a value. <see cref="FigureCatalog"/> calls it. Figures come from the summary.
/// </summary>
internal static class SearchCharts
{
    /// <summary>A logarithmic scale is used from this ratio of the largest to the smallest value.</summary>
    private const double WorthALogarithm = 4;

    /// <summary>Draws the searches of each result that has some.</summary>
    public static IEnumerable<Chart> Of(IReadOnlyList<StoredResult> results) =>
        results.Where(result => result.Summary.Searches.Any(search => search.Steps.Count > 0))
            .Select((result, i) => Of(result, results.Count > 1 ? string.Create(CultureInfo.InvariantCulture, $"-{i + 1}")
                : string.Empty, results.Count > 1 ? $" of {ResultNames.Of(results, result)}" : string.Empty));

    private static LineChart Of(StoredResult result, string suffix, string of)
    {
        SearchFigures[] all = [.. result.Summary.Searches.Where(search => search.Steps.Count > 0)];
        SearchFigures[] searches = [.. all.Take(PlotSet.MostSeries)];
        var names = new PointNames([.. searches.Select(search => search.Point)]);
        var limit = searches[0].Limit;
        bool isMix = searches[0].Point.Mix is not null;
        string title = TitleOf(limit, isMix);
        double scale = ScaleOf(limit.Metric);
        double most = limit.Most * scale;
        double[] values = [.. searches.SelectMany(search => search.Steps).Select(step => step.Value).OfType<double>()
            .Select(value => value * scale)];
        double[] rates = [.. searches.SelectMany(search => search.Steps).Select(step => step.RecordsPerS)];
        double least = values.Append(most).Min();
        bool isLog = least > 0 && values.Append(most).Max() / least >= WorthALogarithm;
        return new LineChart
        {
            Name = "sustainable-rate" + suffix,
            Title = "Sustainable rate" + of,
            Description = $"{title} over the rate of arrivals, with the limit. "
                + string.Join(" ", searches.Select(SearchSentences.Of)),
            Caption = $"Each point is the median of the trials at a rate; a cross is a rate at which the value is not known, since "
                + $"too many {LoadWords.Pieces(searches[0].Point)} were never begun. The box below the limit is the interval "
                + $"of the sustainable rate: {limit.Words(isMix)}."
                + (searches.Length < all.Length ? FormattableString.Invariant(
                    $" Only the first {searches.Length} of {all.Length} searches are drawn; the table has all.") : string.Empty),
            XTitle = $"{LoadWords.Unit(searches.Select(search => search.Point))} arriving",
            YTitle = title,
            X = PlotAxis.KindOf(rates),
            Y = isLog ? AxisKind.Log : AxisKind.FromZero,
            Series =
            [
                .. searches.Select((search, i) => new LineSeries(names.Of(search.Point), new SeriesLook(i),
                    [.. search.Steps.GroupBy(step => step.RecordsPerS).OrderBy(rate => rate.Key)
                        .Select(rate => PointOf(search.Point, names.Of(search.Point), [.. rate], scale, title))])),
                new LineSeries("limit", new SeriesLook(searches.Length),
                    [new(rates.Min(), most, null, null, string.Empty), new(rates.Max(), most, null, null, string.Empty)]),
                .. searches.Select((search, i) => (search, i)).Where(of => of.search.IntervalRecordsPerS is not null)
                    .Select(of => BoxOf(of.search, $"interval of {names.Of(of.search.Point)}", searches.Length + 1 + of.i, least,
                        most)),
            ],
        };
    }

    private static LinePoint PointOf(Point point, string name, SearchStep[] trials, double scale, string title)
    {
        double[] known = [.. trials.Select(trial => trial.Value).OfType<double>().Order()];

        // An unknown value is a large one. Where more than half are known, those in the middle are.
        double? median = known.Length > trials.Length / 2
            ? (known[(trials.Length - 1) / 2] + known[trials.Length / 2]) / 2 * scale : null;
        string held = string.Create(CultureInfo.InvariantCulture,
            $"{name}\n{trials[0].RecordsPerS:#,0.##} {LoadWords.Unit(point)} arriving\n{(median is { } value ? $"{value:#,0.###} {title}" : "not known")}"
            + $"\nheld in {trials.Count(trial => trial.Holds == true)} of {trials.Length} trials");
        return new LinePoint(trials[0].RecordsPerS, median, null, null, held)
        {
            Raw = [.. known.Select(value => value * scale)],
        };
    }

    private static LineSeries BoxOf(SearchFigures search, string name, int look, double least, double most)
    {
        var interval = search.IntervalRecordsPerS!.Value;
        LinePoint At(double x, double y) => new(x, y, null, null, string.Empty);
        return new LineSeries(name, new SeriesLook(look),
            [At(interval.Low, least), At(interval.Low, most), At(interval.High, most), At(interval.High, least)]);
    }

    private static double ScaleOf(SearchMetric metric) => metric switch
    {
        SearchMetric.Response => 1000,
        SearchMetric.Errors => 100,
        _ => 1,
    };

    private static string TitleOf(SearchLimit limit, bool isMix) => limit.Metric switch
    {
        SearchMetric.Response => string.Create(CultureInfo.InvariantCulture, $"p{limit.Percentile:0.###} of the response in ms"),
        SearchMetric.Errors => $"% of the {(isMix ? "operations" : "records")} given up or retried",
        _ => $"{(isMix ? "operations" : "batches")} waiting at the end",
    };
}
