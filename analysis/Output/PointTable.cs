using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Makes a table with one row per point: first the axes that name it, then columns of figures. <see cref="AdditionTable"/>, <see
/// cref="FaultTable"/>, <see cref="FreshnessTable"/>, <see cref="GrowthTable"/> and <see cref="ResourceTable"/> use it.
/// </summary>
internal static class PointTable
{
    /// <summary>Makes the table.</summary>
    /// <param name="title">Title of the table.</param>
    /// <param name="points">The points, in the order of the rows.</param>
    /// <param name="axes">Columns that name a point, as <see cref="AxisColumns"/> chooses them. They are never dropped.</param>
    /// <param name="columns">Columns of numbers, with their <see cref="TextTable.Ranks"/>.</param>
    /// <param name="notes">Notes of the table.</param>
    public static TextTable Of(
        string title,
        IReadOnlyList<PointSummary> points,
        IReadOnlyList<(string Name, bool IsNumber, Func<Point, string> Value)> axes,
        IReadOnlyList<(string Name, int Rank, Func<PointSummary, string> Value)> columns,
        IReadOnlyList<string> notes) => new()
        {
            Title = title,
            Headers = [.. axes.Select(axis => axis.Name), .. columns.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. columns.Select(_ => true)],
            Ranks = [.. axes.Select(_ => 0), .. columns.Select(column => column.Rank)],
            Rows = [.. points.Select(point => (IReadOnlyList<string>)
                [.. axes.Select(axis => axis.Value(point.Point)), .. columns.Select(column => column.Value(point))])],
            Notes = notes,
        };
}
