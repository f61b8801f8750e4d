using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes questions about time ranges in MySQL's SQL, which quotes names by backticks and divides whole numbers by DIV.
/// <see cref="MySqlTimeQueries"/> runs them. The hour must be a whole number, because rows are grouped by it.
/// </summary>
/// <param name="table">The table, quoted.</param>
/// <param name="schema">The values of a record.</param>
internal sealed class MySqlQueryText(string table, RecordSchema schema) : TimeQueryText(table, schema)
{
    /// <inheritdoc/>
    protected override string Timestamp => "`timestamp`";

    /// <inheritdoc/>
    protected override string Hour(string time) => $"{time} DIV {TimeQuery.HourMicroseconds}";

    /// <inheritdoc/>
    protected override string HourMicroseconds(string time) => $"({Hour(time)}) * {TimeQuery.HourMicroseconds}";

    /// <inheritdoc/>
    protected override string Column(string name) => $"`{name}`";
}
