using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of the sustainable rates that two results found for one limit. <see cref="Comparison"/> makes one per common search,
/// from the two intervals alone: MOVER, the method of variance estimates recovery, on the logarithms (Zou and Donner 2008).
/// </summary>
/// <param name="A">The searched point in A.</param>
/// <param name="B">The searched point in B.</param>
/// <param name="Limit">The limit of both.</param>
/// <param name="ARecordsPerS">Sustainable rate of A; null when its search found none.</param>
/// <param name="BRecordsPerS">Sustainable rate of B; null likewise.</param>
/// <param name="Ratio">B / A; null when a side has none.</param>
/// <param name="RatioInterval">Interval of the ratio; null likewise.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="IsRegression">
/// True when B is slower by more than the threshold, as the gate defines it, or finds no rate that holds where A found one.
/// </param>
public sealed record SearchComparison(Point A, Point B, SearchLimit Limit, double? ARecordsPerS, double? BRecordsPerS,
    double? Ratio, Interval? RatioInterval, PointVerdict Verdict, bool IsRegression)
{
    /// <summary>Compares the searches that two sides have in common; each side is one run.</summary>
    internal static IReadOnlyList<SearchComparison> Of(
        IReadOnlyList<SweepSummary> a, IReadOnlyList<SweepSummary> b, double threshold, RegressionGate gate)
    {
        SearchFigures[] first = [.. a.SelectMany(run => run.Searches)];
        SearchFigures[] second = [.. b.SelectMany(run => run.Searches)];

        // As with points, an axis of the target may differ where each side has one value only.
        bool HasOne(SearchFigures[] side, Axis axis) =>
            side.Select(search => axis.Text(search.Point.Axes)).Distinct().Count() == 1;
        var single = SweepAxes.All.Where(axis => axis.OpensTarget && HasOne(first, axis) && HasOne(second, axis)).ToHashSet();
        (AxisValues, SearchLimit) Key(SearchFigures search) =>
            (search.Point.Axes.Only(axis => !single.Contains(axis)), search.Limit);
        var others = second.GroupBy(Key).ToDictionary(same => same.Key, same => same.Last());
        return
        [
            .. first.GroupBy(Key).Where(same => others.ContainsKey(same.Key))
                .Select(same => Of(same.Last(), others[same.Key], threshold, gate)),
        ];
    }

    private static SearchComparison Of(SearchFigures a, SearchFigures b, double threshold, RegressionGate gate)
    {
        var comparison = new SearchComparison(
            a.Point, b.Point, a.Limit, a.RecordsPerS, b.RecordsPerS, null, null, PointVerdict.Missing, false);
        if (a is not { RecordsPerS: { } rateA, IntervalRecordsPerS: { } boundsA }
            || b is not { RecordsPerS: { } rateB, IntervalRecordsPerS: { } boundsB })
        {
            return comparison with { IsRegression = a.RecordsPerS is not null && b.End == SearchEnd.NoRateHolds };
        }

        double ratio = rateB / rateA;
        double below = Hypotenuse(Math.Log(rateB / boundsB.Low), Math.Log(boundsA.High / rateA));
        double above = Hypotenuse(Math.Log(boundsB.High / rateB), Math.Log(rateA / boundsA.Low));
        var interval = new Interval(ratio * Math.Exp(-below), ratio * Math.Exp(above));
        double least = 1 - threshold;
        bool differs = !interval.Contains(1);
        return comparison with
        {
            Ratio = ratio,
            RatioInterval = interval,
            Verdict = interval.Low >= least && interval.High <= 1 / least ? PointVerdict.Equivalent
                : !differs ? PointVerdict.NotEnoughData
                : ratio > 1 ? PointVerdict.Faster : PointVerdict.Slower,
            IsRegression = gate == RegressionGate.Interval ? interval.High < least : differs && ratio < least,
        };
    }

    private static double Hypotenuse(double a, double b) => Math.Sqrt((a * a) + (b * b));
}
