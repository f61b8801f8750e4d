using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// What a million records cost on both sides of a comparison. It follows from the ratio of the throughputs and the prices of an
/// hour; <see cref="Comparison"/> makes one per common point or search whose sides both have a price.
/// </summary>
/// <param name="A">The point, or searched point, in A.</param>
/// <param name="B">The point, or searched point, in B.</param>
/// <param name="APerMillion">Price of a million records in A.</param>
/// <param name="BPerMillion">Price of a million records in B.</param>
/// <param name="Ratio">B / A; below 1 when B is cheaper.</param>
/// <param name="RatioInterval">Interval of the ratio, from that of the throughputs; null where they have none.</param>
/// <param name="Currency">The currency of both; null if none was named.</param>
public sealed record CostComparison(Point A, Point B, double APerMillion, double BPerMillion, double Ratio,
    Interval? RatioInterval, string? Currency)
{
    /// <summary>Compares the costs of the points and searches of a comparison.</summary>
    internal static IReadOnlyList<CostComparison> Of(Comparison comparison, IReadOnlyList<SweepSummary> a,
        IReadOnlyList<SweepSummary> b) =>
    [
        .. comparison.Points.Select(point => Of(point.A, point.B, point.APerS, point.BPerS, point.Ratio, point.RatioInterval,
            CostOf(a, point.A), CostOf(b, point.B))).OfType<CostComparison>(),
        .. comparison.Searches.Select(search => Of(search.A, search.B, search.ARecordsPerS, search.BRecordsPerS, search.Ratio,
            search.RatioInterval, SearchCostOf(a, search.A), SearchCostOf(b, search.B))).OfType<CostComparison>(),
    ];

    private static CostComparison? Of(Point a, Point b, double? aPerS, double? bPerS, double? ratio, Interval? interval,
        CostFigures? aCost, CostFigures? bCost)
    {
        if (aCost?.PerH is not > 0 || bCost?.PerH is not > 0 || aCost.Currency != bCost.Currency
            || aPerS is not > 0 || bPerS is not > 0 || ratio is not { } rates)
        {
            return null;
        }

        double hours = bCost.PerH.Value / aCost.PerH.Value;
        return new CostComparison(a, b, CostFigures.MillionOf(aCost.PerH.Value, aPerS.Value),
            CostFigures.MillionOf(bCost.PerH.Value, bPerS.Value), hours / rates,
            interval is { Low: > 0 } bounds ? bounds.Dividing(hours) : null, aCost.Currency);
    }

    private static CostFigures? CostOf(IReadOnlyList<SweepSummary> runs, Point point) =>
        runs.SelectMany(run => run.Points).LastOrDefault(of => of.Point.Equals(point) && of.Cost is not null)?.Cost;

    private static CostFigures? SearchCostOf(IReadOnlyList<SweepSummary> runs, Point point) =>
        runs.SelectMany(run => run.Searches).LastOrDefault(of => of.Point.Equals(point) && of.Cost is not null)?.Cost;
}
