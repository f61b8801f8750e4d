using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Latency;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures of latency and response time as percentile spectra, as HdrHistogram plots them. <see cref="FigureCatalog"/>
/// calls it. Percentiles come from merged histograms and are never averaged.
/// </summary>
internal static class PercentileFigures
{
    private const string Records = "records";
    private const string Asked = "questions";

    /// <summary>Points of the curve per nine.</summary>
    private const int StepsPerNine = 10;

    /// <summary>Percentiles that have a marker with a tip.</summary>
    private static readonly double[] Told = [50, 90, 99, 99.9, 99.99];

    /// <summary>Percentiles that the legend states, and the batches that each takes.</summary>
    private static readonly (double Percentile, long Batches)[] Written =
        [(50, 20), (99, RuleLimits.BatchesForP99), (99.9, RuleLimits.BatchesForP999)];

    /// <summary>Makes the figure of service times at each series' largest point; null where there is no histogram.</summary>
    public static LineChart? Of(PlotSet set)
    {
        string pieces = string.Join(" or ", set.Largest()
            .Select(last => last.Point.Point.Mix is null ? "a batch" : "an operation").Distinct(StringComparer.Ordinal));
        var curves = set.Largest().SelectMany(last => last.Point.Point.Mix is not null
            ? OfKinds(last.Series, last.Point)
            : [(last.Series.Name, last.Series.Look, last.Point, MergedLatency.Of(last.Point.Measured).Histogram)]);
        return Of(
            set,
            [.. pieces == "a batch" ? curves : curves.Select((curve, i) => curve with { Look = new SeriesLook(i) })],
            "latency",
            $"Latency of {pieces}",
            LoadWords.Pieces,
            set.IsPaced ? "service time from sending"
                : set.Series.Any(series => series.Points.Any(point => point.Point.Rate is not null)) ? "service time"
                : "service time of a closed loop");
    }

    /// <summary>Makes the figure of response times, from the arrival; null in a closed loop.</summary>
    public static LineChart? Response(PlotSet set) => Of(
        set,
        [
            .. set.Largest().Where(last => last.Point.OpenLoop is not null).Select(last => (
                last.Series.Name, last.Series.Look, last.Point,
                    MergedLatency.Of(last.Point.Measured.Select(trial => trial.OpenLoop?.Response)).Histogram)),
        ],
        "response",
        "Response time",
        LoadWords.Pieces,
        "response time from the arrival, waiting included");

    /// <summary>
    /// Makes the figure of freshness: how long after its acknowledgement a query saw a record. Leaves out a series of which more
    /// than one record in a hundred was not seen, because a spectrum of the seen records would hide the others. Null if no series
    /// remains.
    /// </summary>
    public static LineChart? Seen(PlotSet set) => Of(
        set,
        [
            .. set.Largest().Where(last => last.Point.Freshness is { IsNearlyAllSeen: true }).Select(last => (
                last.Series.Name, last.Series.Look, last.Point,
                    MergedLatency.Of(last.Point.Measured.Select(trial => trial.Freshness?.Seen)).Histogram)),
        ],
        "freshness",
        "Freshness",
        _ => Records,
        "from the acknowledgement to the end of the first query that returned the record");

    /// <summary>Makes the figure of how long questions beside the load took, a curve per kind; null without questions.</summary>
    public static LineChart? Questions(PlotSet set) => Of(
        set,
        [
            .. set.Largest().SelectMany(last => (last.Point.Queries ?? []).Select(query => (
                $"{last.Series.Name} {LoadWords.Of(query.Kind)}", last.Series.Look, last.Point,
                    MergedLatency.Of(last.Point.Measured.SelectMany(trial => trial.Queries ?? [])
                        .Where(of => of.Kind == query.Kind).Select(of => of.Response)).Histogram)))
                .Select((curve, i) => curve with { Look = new SeriesLook(i) }),
        ],
        "questions",
        "Questions beside the load",
        _ => Asked,
        "response time from when a question was due");

    /// <summary>One curve per kind of operation.</summary>
    private static IEnumerable<(string Name, SeriesLook Look, PointSummary Point, LatencyHistogram Histogram)> OfKinds(
        PlotSeries series, PointSummary point) =>
        (point.Operations ?? []).Where(kind => kind.Count > 0).Select(kind => (
            $"{series.Name} {LoadWords.Of(kind.Kind)}",
            series.Look,
            point,
            MergedLatency.Of(point.Measured.SelectMany(trial => trial.Operations ?? []).Where(of => of.Kind == kind.Kind)
                .Select(of => of.Latency)).Histogram));

    private static LineChart? Of(
        PlotSet set, IReadOnlyList<(string Name, SeriesLook Look, PointSummary Point, LatencyHistogram Histogram)> all,
            string name, string title, Func<Point, string> piecesOf, string time)
    {
        var measured = all.Where(curve => curve.Histogram.Count > 1).ToList();
        var curves = measured.Take(PlotSet.MostSeries).ToList();
        string pieces = string.Join(" or ", curves.Select(curve => piecesOf(curve.Point.Point)).Distinct(StringComparer.Ordinal));
        return curves.Count == 0
            ? null
            : new LineChart
            {
                Name = name,
                Title = title,
                Description = string.Join(" ", curves
                    .Select(curve => string.Create(
                        CultureInfo.InvariantCulture,
                        $"{curve.Name}: median {Ms(curve.Histogram, 50):0.###} ms, p99 {Ms(curve.Histogram, 99):0.###} ms, "
                        + $"maximum {curve.Histogram.Max / 1e6:0.###} ms."))
                    .Prepend($"Percentile spectrum of {title.ToLowerInvariant()}, {time}, at each series' largest point.")),
                Caption = $"At each line's largest point "
                    + $"({SentenceParts.List([.. curves.Select(curve => SentenceParts.At(set, curve.Point)).Distinct()])}): "
                    + $"{time}{(pieces is Records or Asked ? string.Empty : ", retries included")}, from one histogram "
                    + "merged over sources and trials. Each further nine takes the same room."
                    + (curves.Count < measured.Count
                        ? FormattableString.Invariant(
                            $" Only the first {curves.Count} of {measured.Count} lines are drawn; the tables have all.")
                        : string.Empty),
                XTitle = $"percentile: share of the {pieces} that took no longer",
                YTitle = $"{(pieces == Asked ? "response time" : title.ToLowerInvariant())} in ms, logarithmic",
                X = AxisKind.Spectrum,
                Y = AxisKind.Log,
                Series = [.. curves
                    .Select(curve => new LineSeries(Legend(curve.Name, curve.Histogram), curve.Look,
                    Points(curve.Name, piecesOf(curve.Point.Point), curve.Histogram)))],
            };
    }

    /// <summary>
    /// The percentiles in words. A percentile of too few batches is left out: it is hardly less than the maximum.
    /// </summary>
    private static string Legend(string name, LatencyHistogram histogram) => $"{name}: " + string.Join(", ", Written
        .Where(of => histogram.Count >= of.Batches)
        .Select(of => string.Create(
            CultureInfo.InvariantCulture, $"p{of.Percentile:0.#} {NumberText.Short(Ms(histogram, of.Percentile))}"))
        .Append($"max {NumberText.Short(histogram.Max / 1e6)} ms"));

    private static LinePoint[] Points(string name, string pieces, LatencyHistogram histogram)
    {
        double last = 1 - (1.0 / histogram.Count);
        int steps = (int)(StepsPerNine * Math.Log10(histogram.Count));
        return
        [
            .. Enumerable.Range(0, steps + 1)
                .Select(step => PercentileScale.QuantileAt((double)step / StepsPerNine))
                .Concat(Told.Select(percentile => percentile / 100))
                .Where(quantile => quantile <= last)
                .Append(last)
                .Distinct()
                .Order()
                .Select(quantile => new LinePoint(quantile, Ms(histogram, quantile < last ? 100 * quantile : 100), null, null,
                    Say(name, pieces, histogram, quantile, last))),
        ];
    }

    private static string Say(string name, string pieces, LatencyHistogram histogram, double quantile, double last) =>
        quantile.Equals(last)
        ? string.Create(CultureInfo.InvariantCulture,
            $"{name}\nmaximum {histogram.Max / 1e6:#,0.###} ms of {histogram.Count:#,0} {pieces}")
        : Told.Any(percentile => (percentile / 100).Equals(quantile))
            ? string.Create(CultureInfo.InvariantCulture,
                $"{name}\np{100 * quantile:0.##}: {Ms(histogram, 100 * quantile):#,0.###} ms")
            : string.Empty;

    private static double Ms(LatencyHistogram histogram, double percentile) => histogram.ValueAtPercentile(percentile) / 1e6;
}
