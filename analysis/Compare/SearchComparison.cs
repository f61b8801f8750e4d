using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
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
/// <param name="BRecordsPerS">Sustainable rate of B; null when its search found none.</param>
/// <param name="Ratio">B / A; null when a side has no sustainable rate.</param>
/// <param name="RatioInterval">Interval of the ratio; null without a ratio.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="IsRegression">
/// True when B is slower by more than the threshold, as the gate defines it, or has no answer where A has one. Of a search that
/// ended at a bound of the searched rates, that bound counts.
/// </param>
/// <remarks>
/// If a side has several runs, its last search counts. A side whose search ended at a bound of the searched rates gets a verdict
/// without a ratio, where that bound decides. JSON states the members, so none may be renamed.
/// </remarks>
public sealed record SearchComparison(Point A, Point B, SearchLimit Limit, double? ARecordsPerS, double? BRecordsPerS,
    double? Ratio, Interval? RatioInterval, PointVerdict Verdict, bool IsRegression)
{
    /// <summary>A's rate for tables: <c>at least 1,000</c> where every rate holds.</summary>
    [JsonIgnore]
    public string AText { get; init; } = NumberText.Whole(ARecordsPerS);

    /// <summary>B's rate likewise.</summary>
    [JsonIgnore]
    public string BText { get; init; } = NumberText.Whole(BRecordsPerS);

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
            a.Point, b.Point, a.Limit, a.RecordsPerS, b.RecordsPerS, null, null, PointVerdict.Missing, false)
        {
            AText = TextOf(a),
            BText = TextOf(b),
        };
        var (ofA, ofB) = (BoundsOf(a), BoundsOf(b));

        // As with points: B lacks what A has. A search whose trials failed their audits in a row has no answer.
        bool isLost = ofA is { Low: > 0 } && a.End != SearchEnd.Failing && (ofB is null || b.End == SearchEnd.Failing);
        if (ofA is not { } boundsA || ofB is not { } boundsB)
        {
            return comparison with { IsRegression = isLost };
        }

        double least = 1 - threshold;
        if (a.RecordsPerS is not { } rateA || b.RecordsPerS is not { } rateB)
        {
            // A bound may lie at infinity, which JSON cannot state: there is a verdict without a ratio.
            double most = boundsB.High / boundsA.Low;
            double figure = gate == RegressionGate.Interval ? most
                : (b.RecordsPerS ?? boundsB.High) / (a.RecordsPerS ?? boundsA.Low);
            return comparison with
            {
                Verdict = most < 1 ? PointVerdict.Slower
                    : boundsB.Low / boundsA.High > 1 ? PointVerdict.Faster : PointVerdict.NotEnoughData,
                IsRegression = isLost || (most < 1 && figure < least),
            };
        }

        double ratio = rateB / rateA;
        double below = Hypotenuse(Math.Log(rateB / boundsB.Low), Math.Log(boundsA.High / rateA));
        double above = Hypotenuse(Math.Log(boundsB.High / rateB), Math.Log(rateA / boundsA.Low));
        var interval = new Interval(ratio * Math.Exp(-below), ratio * Math.Exp(above));
        bool differs = !interval.Contains(1);
        return comparison with
        {
            Ratio = ratio,
            RatioInterval = interval,
            Verdict = interval.Low >= least && interval.High <= 1 / least ? PointVerdict.Equivalent
                : !differs ? PointVerdict.NotEnoughData
                : ratio > 1 ? PointVerdict.Faster : PointVerdict.Slower,
            IsRegression = isLost || (gate == RegressionGate.Interval ? interval.High < least : differs && ratio < least),
        };
    }

    /// <summary>The bounds within which a search found the rate; null when the search has no answer.</summary>
    private static Interval? BoundsOf(SearchFigures search) => search.End switch
    {
        SearchEnd.EveryRateHolds => new Interval(search.HighestRecordsPerS, double.PositiveInfinity),
        SearchEnd.NoRateHolds => new Interval(0, search.LowestRecordsPerS),
        _ => search.IntervalRecordsPerS,
    };

    private static string TextOf(SearchFigures search) => search.End switch
    {
        SearchEnd.EveryRateHolds => "at least " + NumberText.Whole(search.HighestRecordsPerS),
        SearchEnd.NoRateHolds => "below " + NumberText.Whole(search.LowestRecordsPerS),
        _ => NumberText.Whole(search.RecordsPerS),
    };

    private static double Hypotenuse(double a, double b) => Math.Sqrt((a * a) + (b * b));
}
