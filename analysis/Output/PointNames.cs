using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Finds the shortest names that distinguish the points of a sweep: <c>sqlite at 30,000, batch 100</c>. <see cref="RuleRows"/>,
/// <see cref="GrowthTable"/>, the sentences of an answer, <c>SearchCharts</c>, and the progress and the live page of a running
/// sweep name points by them. The names depend on all points of the sweep, so they must not be stored as keys.
/// </summary>
/// <param name="points">All points of the sweep.</param>
public sealed class PointNames(IReadOnlyList<Point> points)
{
    private const string Records = "records/source";

    private readonly IReadOnlyList<(string Name, bool IsNumber, Func<Point, string> Value)> _axes = AxisColumns.Telling(points);

    /// <summary>The name of a point; only the database where that has no other point.</summary>
    public string Of(Point point)
    {
        string name = string.Join(' ', _axes.Where(axis => !axis.IsNumber).Select(axis => axis.Value(point))
            .Where(value => value.Length > 0));
        string[] numbers =
        [
            .. _axes.Where(axis => axis.IsNumber && axis.Value(point).Length > 0)
                .OrderBy(axis => axis.Name != Records)
                .Select(axis => axis.Name == Records ? "at " + axis.Value(point) : $"{axis.Name} {axis.Value(point)}"),
        ];
        string separator = numbers.Length > 0 && numbers[0].StartsWith("at ", StringComparison.Ordinal) ? " " : ", ";
        return numbers.Length == 0 ? name : name + separator + string.Join(", ", numbers);
    }
}
