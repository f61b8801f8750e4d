using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// The comparison of two points of a report: the ratio of their throughputs with an interval that holds for all claims of a
/// sentence together. <see cref="AnswerSentences"/> and <see cref="RankedSeries"/> make claims, and <see cref="AnswerLine"/> and
/// <see cref="RankingTable"/> show those of the ranking. They call a series faster, slower or equivalent by claims only.
/// </summary>
/// <param name="Interval">
/// Throughput of the first / throughput of the second. Null when a side has fewer than 3 trials, does not vary, or has no
/// interval of its own throughput.
/// </param>
/// <param name="First">Series of the first point.</param>
/// <param name="Second">Series of the second point.</param>
/// <param name="FirstPoint">The first point.</param>
/// <param name="SecondPoint">The second point.</param>
internal sealed record Claim(
    PlotSeries First, PlotSeries Second, PointSummary FirstPoint, PointSummary SecondPoint, Interval? Interval)
{
    /// <summary>
    /// The ratio that <see cref="Interval"/> belongs to: of geometric means within a family of claims; of records / mean time
    /// without an interval.
    /// </summary>
    public double Ratio { get; init; } = FirstPoint.Throughput!.RecordsPerS / SecondPoint.Throughput!.RecordsPerS;

    /// <summary>True when the interval shows that the first is faster.</summary>
    public bool IsFaster => Interval is { Low: > 1 };

    /// <summary>True when the interval shows that the first is slower.</summary>
    public bool IsSlower => Interval is { High: < 1 };

    /// <summary>True when the interval lies within the threshold.</summary>
    public bool IsEquivalent => Interval is { } interval && interval.Low >= 1 - Comparison.PairThreshold
        && interval.High <= 1 / (1 - Comparison.PairThreshold);

    /// <summary>True when the figures of a point may be quoted: there are some, and no trial failed its audit.</summary>
    public static bool Counts(PointSummary point) => !point.IsMissing && point.Audit.Verdict != AuditVerdict.Failed;

    /// <summary>
    /// Makes a claim about two points of one series, with an interval for this claim alone. Null without throughput on both
    /// sides.
    /// </summary>
    public static Claim? Within(PlotSeries series, PointSummary first, PointSummary second) =>
        ThroughputRatio.Of(second, first) is { } ratio
            ? new Claim(series, series, first, second, first.BearsClaims && second.BearsClaims
                ? ratio.IntervalAt(series.Result.Summary.Confidence) : null)
            : null;

    /// <summary>
    /// Makes claims about one series against every other at every value of the axis, by simultaneous intervals: Games-Howell over
    /// all pairs of series, because the leader was not known before, and Bonferroni over the values. Where the series are
    /// databases over N, the summary of the sweep already has them (<see cref="AcrossPoints.Pairs"/>).
    /// </summary>
    /// <param name="series">At least two; the first is compared with each other.</param>
    /// <param name="values">Values at which all series have figures.</param>
    /// <param name="family">Number of values of the axis, including values that some series lack.</param>
    /// <param name="pointOf">Finds the point of a series at a value.</param>
    public static IReadOnlyList<Claim> OfFirst(
        IReadOnlyList<PlotSeries> series, IReadOnlyList<double> values, int family,
            Func<PlotSeries, double, PointSummary> pointOf)
    {
        List<PointSummary[]> compared = [.. values.Select(value => series.Select(one => pointOf(one, value)).ToArray())];
        double confidence = 1 - ((1 - series.Max(one => one.Result.Summary.Confidence)) / family);
        var analysis = AnalysisOf(series, compared);
        return
        [
            .. from points in compared
               from claim in points.Zip(analysis is null ? Intervals(points, confidence) : points
                   .Select(point => analysis.RatioOf(points[0].Point, point.Point)))
                   .Select((against, i) => Of((series[0], points[0]), (series[i], against.First), against.Second))
                   .Skip(1)
               select claim,
        ];
    }

    private static Claim Of(
        (PlotSeries Series, PointSummary Point) first, (PlotSeries Series, PointSummary Point) second,
            (double Ratio, Interval? Interval)? found)
    {
        bool isBorne = first.Point.BearsClaims && second.Point.BearsClaims;
        var claim = new Claim(first.Series, second.Series, first.Point, second.Point, isBorne ? found?.Interval : null);
        return isBorne && found is { Ratio: var ratio, Interval: not null } ? claim with { Ratio = ratio } : claim;
    }

    /// <summary>The analysis of a summary that covers all these points; null when there is none.</summary>
    private static AcrossPoints? AnalysisOf(IReadOnlyList<PlotSeries> series, List<PointSummary[]> compared) =>
        series.All(one => ReferenceEquals(one.Result, series[0].Result))
            ? series[0].Result.Summary.Analysis.FirstOrDefault(analysis =>
                compared.TrueForAll(points => points.All(point => analysis.Covers(point.Point))))
            : null;

    /// <summary>The throughput of the first point / that of each point, itself included, with intervals.</summary>
    private static IEnumerable<(double Ratio, Interval? Interval)?> Intervals(PointSummary[] points, double confidence)
    {
        IReadOnlyList<double>[] logs = [.. points.Select(point => AcrossPoints.Logs(point.Measured))];

        // As in the analysis of a summary: a series of one trial, or of equal ones, does not keep the others from being compared.
        int[] tested = [.. Enumerable.Range(0, logs.Length).Where(i => logs[i].Distinct().Skip(1).Any())];
        var pairs = tested is [0, ..] ? GamesHowell.Of([.. tested.Select(i => logs[i])], confidence) : [];
        return points.Select((_, other) =>
            pairs.FirstOrDefault(pair => pair.First == 0 && pair.Second == Array.IndexOf(tested, other))
                is { Interval: var difference } pair
            ? (Math.Exp(-pair.Difference), new Interval(-difference.High, -difference.Low).Exp())
            : ((double, Interval?)?)null);
    }
}
