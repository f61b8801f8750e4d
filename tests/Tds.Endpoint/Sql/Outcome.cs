using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>What a statement gives.</summary>
/// <param name="Rows">Its rows, if it asks for any.</param>
/// <param name="Affected">Rows that it changed; null where it counts none.</param>
/// <param name="Bulk">The bulk load that it announces: the rows come in the next message.</param>
internal sealed record Outcome(RowSet? Rows = null, long? Affected = null, BulkTarget? Bulk = null);

/// <summary>What an INSERT BULK statement announces (MS-TDS 2.2.6.1).</summary>
/// <param name="Table">The table.</param>
/// <param name="Columns">For each column that comes, its place in the table.</param>
/// <param name="Options">The words of the WITH clause.</param>
internal sealed record BulkTarget(Table Table, IReadOnlyList<int> Columns, string Options)
{
    private readonly IReadOnlyList<Column> _announced = Table.Columns;

    /// <summary>Whether the table has got other columns since the announcement.</summary>
    public bool IsOutdated => !ReferenceEquals(_announced, Table.Columns);
}
