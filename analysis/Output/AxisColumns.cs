using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the axes of points as columns of tables. Tables and figures of points choose their first columns and names here, so
/// that they name a point alike. A point that ends by the clock shows no number of records.
/// </summary>
internal static class AxisColumns
{
    private static readonly (string Name, bool IsNumber, Func<Point, string> Value)[] All =
    [
        .. SweepAxes.TargetFirst.Select(axis => (
            axis.Name, axis.PlotTitle is not null,
                (Func<Point, string>)(point => axis == SweepAxes.Records && LoadWords.EndsByClock(point) ? string.Empty
                : axis.Shown(point.Axes) ?? string.Empty))),
    ];

    /// <summary>The axes that differ between the points, and always the database.</summary>
    public static IReadOnlyList<(string Name, bool IsNumber, Func<Point, string> Value)> Varying(IReadOnlyList<Point> points) =>
        [.. All.Where((axis, i) => i == 0 || points.Select(axis.Value).Distinct().Count() > 1)];

    /// <summary>
    /// The database, and the axes that distinguish points of one database. Axes that follow from the database are left out.
    /// </summary>
    public static IReadOnlyList<(string Name, bool IsNumber, Func<Point, string> Value)> Telling(IReadOnlyList<Point> points) =>
    [
        .. Varying(points)
            .Where((axis, i) => i == 0 || points.GroupBy(point => point.Database)
            .Any(group => group.Select(axis.Value).Distinct().Count() > 1)),
    ];

    /// <summary>
    /// The axes that differ between databases but not within one, in words: <c>sqlite: client driver, durability full</c>.
    /// </summary>
    public static IEnumerable<string> OfDatabases(IReadOnlyList<Point> points)
    {
        string[] told = [.. Telling(points).Select(axis => axis.Name)];
        var decided = Varying(points).Where(axis => !told.Contains(axis.Name)).ToList();
        return decided.Count == 0 ? [] : points.DistinctBy(point => point.Database).Select(point =>
            $"{point.Database}: {string.Join(", ", decided.Select(axis => (axis.Name, Value: axis.Value(point))).Where(axis => axis.Value.Length > 0).Select(axis => $"{axis.Name} {axis.Value}"))}");
    }

    /// <summary>The axes that all points share, in words.</summary>
    public static string Fixed(IReadOnlyList<Point> points) => points.Count == 0
        ? string.Empty
        : string.Join(", ", All.Except(Varying(points)).Where(axis => axis.Value(points[0]).Length > 0)
            .Select(axis => $"{axis.Name} {axis.Value(points[0])}"));
}
