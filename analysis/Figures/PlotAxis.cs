using DbIngest.Analysis.Figures.Charts;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>The axis of a sweep that figures are drawn over.</summary>
/// <param name="Name">Its name, as tables call it.</param>
/// <param name="Title">Its title, with the unit.</param>
/// <param name="Value">A point's value.</param>
internal sealed record PlotAxis(string Name, string Title, Func<Point, double> Value)
{
    private static readonly PlotAxis[] All =
    [
        new("records/source", "records a source", point => point.RecordsPerSource),
        new("batch", "records a batch", point => point.Batch),
        new("in flight", "batches in flight a source", point => point.InFlight),
        new("sources", "sources", point => point.Sources.Total),
        new("values", "values a record", point => point.Values),
        new("nodes", "nodes", point => point.Nodes ?? 1),
    ];

    /// <summary>The axis with the most values; the first of the list above among equals.</summary>
    public static PlotAxis Of(IReadOnlyList<Point> points) =>
        All.MaxBy(axis => points.Select(axis.Value).Distinct().Count()) ?? All[0];

    /// <summary>Logarithmic where the values lie more evenly by ratio than by difference, as 1, 10, 100 do.</summary>
    public static AxisKind KindOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Distinct().Order()];
        if (sorted.Length < 3 || sorted[0] <= 0)
        {
            return AxisKind.FromZero;
        }

        double LargestShare(Func<double, double> map) => sorted.Zip(sorted.Skip(1), (a, b) => map(b) - map(a)).Max() / (map(sorted[^1]) - map(sorted[0]));
        return LargestShare(Math.Log) < LargestShare(value => value) ? AxisKind.Log : AxisKind.FromZero;
    }
}
