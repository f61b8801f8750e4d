using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>What can be said of two points: the ratio of their throughputs with an interval that holds for all claims of a sentence together.</summary>
/// <param name="First">What is spoken of.</param>
/// <param name="Second">What it is compared with.</param>
/// <param name="FirstPoint">Its point.</param>
/// <param name="SecondPoint">The other's.</param>
/// <param name="Ratio">Throughput of the first / throughput of the second.</param>
/// <param name="Interval">Its interval; null when a side has fewer than 2 trials.</param>
internal sealed record Claim(
    PlotSeries First, PlotSeries Second, PointSummary FirstPoint, PointSummary SecondPoint, double Ratio, Interval? Interval)
{
    /// <summary>The range that counts as equivalent: 5 %.</summary>
    public const double Threshold = 0.05;

    /// <summary>Whether the first is faster, as far as the interval tells.</summary>
    public bool IsFaster => Interval is { Low: > 1 };

    /// <summary>Whether it is slower.</summary>
    public bool IsSlower => Interval is { High: < 1 };

    /// <summary>Whether they are alike within the threshold.</summary>
    public bool IsEquivalent => Interval is { } interval && interval.Low >= 1 - Threshold && interval.High <= 1 / (1 - Threshold);

    /// <summary>Whether figures of a point may be spoken of: there are some, and no trial of it failed its audit.</summary>
    public static bool Counts(PointSummary point) => !point.IsMissing && point.Audit.Verdict != AuditVerdict.Failed;

    /// <summary>A claim about two points of one series, that stands alone.</summary>
    public static Claim? Within(PlotSeries series, PointSummary first, PointSummary second) =>
        ThroughputRatio.Of(second, first) is { } ratio
            ? new Claim(series, series, first, second, ratio.Value, ratio.IntervalAt(series.Result.Summary.Confidence))
            : null;

    /// <summary>
    /// Claims about one series against every other at every value of the axis, by the analysis that the summary of a sweep has
    /// (<see cref="AcrossPoints.Pairs"/>): Games-Howell over all pairs of series, since which one leads was not known before,
    /// and Bonferroni over the values.
    /// </summary>
    /// <param name="series">The series, at least two; the first is the one that is spoken of.</param>
    /// <param name="values">The values at which all have figures.</param>
    /// <param name="family">The number of values of the axis, those included where some series has none.</param>
    /// <param name="pointOf">The point of a series at a value.</param>
    public static IReadOnlyList<Claim> OfFirst(
        IReadOnlyList<PlotSeries> series, IReadOnlyList<double> values, int family, Func<PlotSeries, double, PointSummary> pointOf)
    {
        double confidence = 1 - ((1 - series.Max(one => one.Result.Summary.Confidence)) / family);
        return [.. values.SelectMany(value => At(value))];

        IEnumerable<Claim> At(double value)
        {
            PointSummary[] points = [.. series.Select(one => pointOf(one, value))];
            IReadOnlyList<double>[] logs = [.. series.Zip(points, (one, point) => AcrossPoints.Logs(one.Measured(point)))];
            var pairs = GamesHowell.Of(logs, confidence);
            for (int other = 1; other < series.Count; other++)
            {
                var pair = pairs.FirstOrDefault(pair => pair.First == 0 && pair.Second == other);
                yield return new Claim(
                    series[0],
                    series[other],
                    points[0],
                    points[other],
                    Math.Exp(logs[0].Average() - logs[other].Average()),
                    pair is null ? null : new Interval(Math.Exp(-pair.Interval.High), Math.Exp(-pair.Interval.Low)));
            }
        }
    }
}
