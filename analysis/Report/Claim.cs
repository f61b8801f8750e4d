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
/// <param name="Interval">
/// The interval of throughput of the first / throughput of the second; null when a side has fewer than 3 trials, does not vary, or has no interval of
/// its own throughput.
/// </param>
internal sealed record Claim(
    PlotSeries First, PlotSeries Second, PointSummary FirstPoint, PointSummary SecondPoint, Interval? Interval)
{
    /// <summary>
    /// The throughput of the first / that of the second, by which <see cref="Interval"/> is: of geometric means in a family of claims. Without an
    /// interval of records / mean time.
    /// </summary>
    public double Ratio { get; init; } = FirstPoint.Throughput!.RecordsPerS / SecondPoint.Throughput!.RecordsPerS;

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
            ? new Claim(series, series, first, second, first.BearsClaims && second.BearsClaims ? ratio.IntervalAt(series.Result.Summary.Confidence) : null)
            : null;

    /// <summary>
    /// Claims about one series against every other at every value of the axis, by simultaneous intervals: Games-Howell over all
    /// pairs of series, since which one leads was not known before, and Bonferroni over the values. The summary of a sweep
    /// has them (<see cref="AcrossPoints.Pairs"/>) where its series are the databases over N.
    /// </summary>
    /// <param name="series">The series, at least two; the first is the one that is spoken of.</param>
    /// <param name="values">The values at which all have figures.</param>
    /// <param name="family">The number of values of the axis, those included where some series has none.</param>
    /// <param name="pointOf">The point of a series at a value.</param>
    public static IReadOnlyList<Claim> OfFirst(
        IReadOnlyList<PlotSeries> series, IReadOnlyList<double> values, int family, Func<PlotSeries, double, PointSummary> pointOf)
    {
        List<PointSummary[]> compared = [.. values.Select(value => series.Select(one => pointOf(one, value)).ToArray())];
        double confidence = 1 - ((1 - series.Max(one => one.Result.Summary.Confidence)) / family);
        var analysis = AnalysisOf(series, compared);
        return
        [
            .. from points in compared
               from claim in points.Zip(analysis is null ? Intervals(points, confidence) : points.Select(point => analysis.RatioOf(points[0].Point, point.Point)))
                   .Select((against, i) => Of((series[0], points[0]), (series[i], against.First), against.Second))
                   .Skip(1)
               select claim,
        ];
    }

    private static Claim Of(
        (PlotSeries Series, PointSummary Point) first, (PlotSeries Series, PointSummary Point) second, (double Ratio, Interval Interval)? found)
    {
        bool isBorne = first.Point.BearsClaims && second.Point.BearsClaims;
        var claim = new Claim(first.Series, second.Series, first.Point, second.Point, isBorne ? found?.Interval : null);
        return isBorne && found is { Ratio: var ratio } ? claim with { Ratio = ratio } : claim;
    }

    /// <summary>The analysis in a summary that has all these points together; null when there is none.</summary>
    private static AcrossPoints? AnalysisOf(IReadOnlyList<PlotSeries> series, List<PointSummary[]> compared) =>
        series.All(one => ReferenceEquals(one.Result, series[0].Result))
            ? series[0].Result.Summary.Analysis.FirstOrDefault(analysis => compared.TrueForAll(points => points.All(point => analysis.Covers(point.Point))))
            : null;

    /// <summary>The throughput of the first point / that of each, itself included, with intervals.</summary>
    private static IEnumerable<(double Ratio, Interval Interval)?> Intervals(PointSummary[] points, double confidence)
    {
        var pairs = GamesHowell.Of([.. points.Select(point => AcrossPoints.Logs(point.Measured))], confidence);
        return points.Select((_, other) => pairs.FirstOrDefault(pair => pair.First == 0 && pair.Second == other) is { Interval: var difference } pair
            ? (Math.Exp(-pair.Difference), new Interval(Math.Exp(-difference.High), Math.Exp(-difference.Low)))
            : ((double, Interval)?)null);
    }
}
