using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// The axis of a sweep over which figures are drawn, chosen from the points. <see cref="PlotSet"/> chooses it once, so that all
/// figures, the answer and the ranking use the same axis. <see cref="MixFigures"/> alone sets its own axis, the update share.
/// </summary>
/// <param name="Title">Title of the axis, with unit, and with the kind of its values where all are of one.</param>
/// <param name="Axis">The entry of the axis in the registry.</param>
internal sealed record PlotAxis(Axis Axis, string Title)
{
    /// <summary>The innermost loop of a sweep first.</summary>
    private static readonly Axis[] All = [.. SweepAxes.All.OrderByDescending(axis => axis.Nesting)];

    /// <summary>Name of the axis in tables.</summary>
    public string Name => Axis.Name;

    /// <summary>Returns the value of a point on the axis.</summary>
    public double Value(Point point) => Axis.Number(point.Axes);

    /// <summary>
    /// Chooses the axis with the most values among those on which every point has a number; among equals, the innermost loop.
    /// Falls back to the number of records, or to the time of trials that all end by the clock.
    /// </summary>
    public static PlotAxis Of(IReadOnlyList<Point> points)
    {
        var best = All.Where(axis => TitleOf(axis, points) is not null
            && points.All(point => double.IsFinite(axis.Number(point.Axes))))
            .MaxBy(axis => points.Select(point => axis.Number(point.Axes)).Distinct().Count()) ?? SweepAxes.Records;
        // The number of records of a trial that ends by the clock is an upper bound, which no trial reaches.
        best = best == SweepAxes.Records && points.Count > 0 && points.All(LoadWords.EndsByClock) ? SweepAxes.Duration : best;
        return new PlotAxis(best, TitleOf(best, points) is { } title ? InWords(best, title, points)
            : SweepAxes.Records.PlotTitle!);
    }

    /// <summary>Writes a value of an axis: <c>30,000</c>, <c>2.5</c>, <c>0.001</c>.</summary>
    public static string Text(double value) =>
        value.ToString(Math.Abs(value) < 1 ? "0.######" : "#,0.##", CultureInfo.InvariantCulture);

    /// <summary>
    /// True when different values of the axis have different numbers or kinds. 5+3 sources and 8 sources share one number.
    /// </summary>
    public bool TellsApart(IReadOnlyList<Point> points) =>
        points.DistinctBy(point => (Value(point), Axis.KindOf(point.Axes)))
            .Count() == points.DistinctBy(point => Axis.Text(point.Axes)).Count();

    /// <summary>Logarithmic where the values are spaced more evenly by ratio than by difference, as 1, 10, 100 are.</summary>
    public static AxisKind KindOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Distinct().Order()];
        if (sorted.Length < 3 || sorted[0] <= 0)
        {
            return AxisKind.FromZero;
        }

        double LargestShare(Func<double, double> map) => sorted.Zip(sorted.Skip(1), (a, b) => map(b) - map(a))
            .Max() / (map(sorted[^1]) - map(sorted[0]));
        return LargestShare(Math.Log) < LargestShare(value => value) ? AxisKind.Log : AxisKind.FromZero;
    }

    /// <summary>The title that all points share; null where they share none, as for options of different names.</summary>
    private static string? TitleOf(Axis axis, IReadOnlyList<Point> points) =>
        points.Select(point => axis.PlotTitleOf(point.Axes)).Distinct().ToList() is [{ } title] ? title : null;

    /// <summary>
    /// Completes the title of a rate by the unit that arrives, and any title by the kind of its values: <c>operations/s arriving
    /// a source</c>. Kinds that differ stand in the names of the series instead.
    /// </summary>
    private static string InWords(Axis axis, string title, IReadOnlyList<Point> points)
    {
        string of = axis == SweepAxes.Rate ? $"{LoadWords.Unit(points)} arriving" : title;
        return points.Select(point => axis.KindOf(point.Axes)).Distinct().ToList() is [{ Length: > 0 } kind]
            ? $"{of} {kind}" : of;
    }
}
