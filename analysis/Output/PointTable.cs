using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Makes a table whose rows are points or parts of them: first the axes that name the point, then columns of figures.
/// <see cref="CostTable"/>, <see cref="FaultTable"/>, <see cref="GrowthTable"/> and most other formatters of points use it. Those
/// with columns of words behind the figures make their own. It computes no figure.
/// </summary>
internal static class PointTable
{
    /// <summary>Makes the table.</summary>
    /// <param name="title">Title of the table.</param>
    /// <param name="rows">The rows in their order: the point, and what the columns read.</param>
    /// <param name="axes">Columns that name a point, as <see cref="AxisColumns"/> chooses them. They are never dropped.</param>
    /// <param name="columns">Columns of numbers, with their <see cref="TextTable.Ranks"/>.</param>
    /// <param name="notes">Notes of the table.</param>
    /// <param name="part">A column of words that tells the rows of a point apart. Null if a point has one row.</param>
    public static TextTable Of<T>(
        string title,
        IReadOnlyList<(Point Point, T Row)> rows,
        IReadOnlyList<(string Name, bool IsNumber, Func<Point, string> Value)> axes,
        IReadOnlyList<(string Name, int Rank, Func<T, string> Value)> columns,
        IReadOnlyList<string> notes,
        (string Name, Func<T, string> Value)? part = null)
    {
        (string Name, Func<T, string> Value)[] parts = part is { } words ? [words] : [];
        return new()
        {
            Title = title,
            Headers = [.. axes.Select(axis => axis.Name), .. parts.Select(p => p.Name), .. columns.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. parts.Select(_ => false), .. columns.Select(_ => true)],
            Ranks = [.. axes.Select(_ => 0), .. parts.Select(_ => 0), .. columns.Select(column => column.Rank)],
            Rows = [.. rows.Select(row => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(row.Point)), .. parts.Select(p => p.Value(row.Row)),
                .. columns.Select(column => column.Value(row.Row)),
            ])],
            Notes = notes,
        };
    }

    /// <summary>Makes a table of those points of a sweep that have a kind of figures. Null if none has.</summary>
    /// <param name="title">Title of the table.</param>
    /// <param name="summary">The sweep. The axes are those that tell apart all its points.</param>
    /// <param name="figures">The figures of a point, one for each row.</param>
    /// <param name="columns">Columns of numbers.</param>
    /// <param name="notes">Notes of the table.</param>
    /// <param name="part">A column of words that tells the rows of a point apart. Null if a point has one row.</param>
    /// <param name="last">An axis that has the last column of the axes, even if all points share its value.</param>
    public static TextTable? Of<T>(
        string title,
        SweepSummary summary,
        Func<PointSummary, IEnumerable<T>> figures,
        IReadOnlyList<(string Name, int Rank, Func<T, string> Value)> columns,
        IReadOnlyList<string> notes,
        (string Name, Func<T, string> Value)? part = null,
        Axis? last = null)
    {
        var axes = AxisColumns.Telling([.. summary.Points.Select(point => point.Point)]);
        if (last is not null)
        {
            axes = [.. axes.Where(axis => axis.Name != last.Name), (last.Name, false, point => last.Text(point.Axes)!)];
        }

        var rows = summary.Points.SelectMany(point => figures(point).Select(figure => (point.Point, figure))).ToList();
        return rows.Count == 0 ? null : Of(title, rows, axes, columns, notes, part);
    }
}
