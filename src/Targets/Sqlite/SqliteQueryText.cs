using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Writes questions about time ranges in SQLite's SQL, whose division of integers is one of integers.
/// <see cref="SqliteTimeQueries"/> creates it and runs them.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class SqliteQueryText(RecordSchema schema) : TimeQueryText(SqliteTable.Name, schema)
{
    /// <inheritdoc/>
    protected override string Hour => $"{Timestamp} / {TimeQuery.HourMicroseconds}";
}
