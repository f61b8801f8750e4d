using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Writes questions about time ranges in ClickHouse's SQL. A missing value is a NaN in the table, not a NULL, so each
/// aggregate must leave it out by a condition. <see cref="ClickHouseTarget"/> creates one for each connection that asks
/// questions (<c>--queries</c>). Immutable.
/// </summary>
/// <param name="table">The table.</param>
internal sealed class ClickHouseQueryText(ClickHouseTable table) : TimeQueryText(table.Name, table.Table.Schema)
{
    /// <inheritdoc/>
    protected override string Hour(string time) => $"intDiv({time}, {TimeQuery.HourMicroseconds})";

    /// <inheritdoc/>
    protected override string Aggregate(string function, string value) =>
        function == "count" ? $"countIf(NOT isNaN({value}))" : $"{function}If({value}, NOT isNaN({value}))";
}
