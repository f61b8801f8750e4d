namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>A column of a table or of an answer.</summary>
public sealed record Column(string Name, ColumnType Type, bool IsNullable = true);

/// <summary>An answer: columns and rows.</summary>
/// <param name="Columns">The columns.</param>
/// <param name="Rows">The rows, each with one value a column; null is NULL.</param>
public sealed record RowSet(IReadOnlyList<Column> Columns, IEnumerable<object?[]> Rows)
{
    /// <summary>One row of one column.</summary>
    public static RowSet Scalar(ColumnType type, object? value, string name = "") => new([new Column(name, type)], [[value]]);
}
