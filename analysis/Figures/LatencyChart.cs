using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Latency;

namespace DbIngest.Analysis.Figures;

/// <summary>The percentile spectrum of batch latencies, as HdrHistogram plots it.</summary>
internal static class LatencyChart
{
    /// <summary>Points of the curve a nine.</summary>
    private const int StepsPerNine = 10;

    private static readonly double[] Told = [50, 90, 99, 99.9, 99.99];

    private static readonly double[] Written = [50, 99, 99.9];

    /// <summary>The spectrum of each series' largest point, or null where there is no histogram.</summary>
    public static LineChart? Of(PlotSet set)
    {
        var curves = set.Largest()
            .Select(last => (last.Series, last.Point, MergedLatency.Of(last.Point.Measured).Histogram))
            .Where(curve => curve.Histogram.Count > 1)
            .ToList();
        return curves.Count == 0
            ? null
            : new LineChart
            {
                Name = "latency",
                Title = "Latency of a batch",
                Description = string.Join(" ", curves
                    .Select(curve => string.Create(
                        CultureInfo.InvariantCulture,
                        $"{curve.Series.Name}: median {Ms(curve.Histogram, 50):0.###} ms, p99 {Ms(curve.Histogram, 99):0.###} ms, maximum {curve.Histogram.Max / 1e6:0.###} ms."))
                    .Prepend("Percentile spectrum of the time from sending a batch to its acknowledgement, at each series' largest point.")),
                Caption = $"At each line's largest point ({Phrases.List([.. curves.Select(curve => Phrases.At(set, curve.Point)).Distinct()])}): service time of a closed loop, retries included, from one histogram merged over sources and trials. Each further nine takes the same room.",
                XTitle = "percentile: share of the batches that took no longer",
                YTitle = "latency of a batch in ms, logarithmic",
                X = AxisKind.Spectrum,
                Y = AxisKind.Log,
                Series = [.. curves.Select(curve => new LineSeries(Legend(curve.Series.Name, curve.Histogram), curve.Series.Look, Points(curve.Series.Name, curve.Histogram)))],
            };
    }

    /// <summary>The percentiles in words. One of fewer batches than it needs is the maximum in disguise, and left out.</summary>
    private static string Legend(string name, LatencyHistogram histogram) => $"{name}: " + string.Join(", ", Written
        .Where(percentile => histogram.Count >= 10 / (1 - (percentile / 100)))
        .Select(percentile => string.Create(CultureInfo.InvariantCulture, $"p{percentile:0.#} {Figure.Short(Ms(histogram, percentile))}"))
        .Append($"max {Figure.Short(histogram.Max / 1e6)} ms"));

    private static LinePoint[] Points(string name, LatencyHistogram histogram)
    {
        double last = 1 - (1.0 / histogram.Count);
        int steps = (int)(StepsPerNine * Math.Log10(histogram.Count));
        return
        [
            .. Enumerable.Range(0, steps + 1)
                .Select(step => SpectrumScale.QuantileAt((double)step / StepsPerNine))
                .Concat(Told.Select(percentile => percentile / 100))
                .Where(quantile => quantile <= last)
                .Append(last)
                .Distinct()
                .Order()
                .Select(quantile => new LinePoint(quantile, Ms(histogram, quantile < last ? 100 * quantile : 100), null, null, Say(name, histogram, quantile, last))),
        ];
    }

    private static string Say(string name, LatencyHistogram histogram, double quantile, double last) => quantile.Equals(last)
        ? string.Create(CultureInfo.InvariantCulture, $"{name}\nmaximum {histogram.Max / 1e6:#,0.###} ms of {histogram.Count:#,0} batches")
        : Told.Any(percentile => (percentile / 100).Equals(quantile))
            ? string.Create(CultureInfo.InvariantCulture, $"{name}\np{100 * quantile:0.##}: {Ms(histogram, 100 * quantile):#,0.###} ms")
            : string.Empty;

    private static double Ms(LatencyHistogram histogram, double percentile) => histogram.ValueAtPercentile(percentile) / 1e6;
}
