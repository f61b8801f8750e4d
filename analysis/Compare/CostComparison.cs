using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Compares the price of a million records on both sides of a comparison. The ratio is that of the prices of an hour, divided by
/// that of the throughputs. <see cref="Comparison"/> makes one per common point or search if both sides have a throughput and a
/// price of an hour above 0, in one currency. Prices in two currencies are never compared. <c>CostTable</c> shows it; no verdict
/// reads it.
/// </summary>
/// <param name="A">The point, or searched point, in A.</param>
/// <param name="B">The point, or searched point, in B.</param>
/// <param name="APerMillion">Price of a million records in A.</param>
/// <param name="BPerMillion">Price of a million records in B.</param>
/// <param name="Ratio">Price in B / price in A; below 1 when B is cheaper.</param>
/// <param name="RatioInterval">
/// Interval of the ratio, computed from the interval of the ratio of the throughputs. Null if that interval is missing or its
/// lower bound is not above 0.
/// </param>
/// <param name="Currency">The currency of both prices. Null if the user named none.</param>
/// <remarks>JSON states the members, so none may be renamed.</remarks>
public sealed record CostComparison(Point A, Point B, double APerMillion, double BPerMillion, double Ratio,
    Interval? RatioInterval, string? Currency)
{
    /// <summary>
    /// Compares the costs of common points and searches. Of several runs of a side, the last one with costs counts.
    /// </summary>
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
