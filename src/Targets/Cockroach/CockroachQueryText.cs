using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Writes questions about time ranges in CockroachDB's SQL, where a division of whole numbers is a fraction.
/// <see cref="CockroachTimeQueries"/> creates it for <c>--queries</c> and runs them. An hour must be a whole number, because a
/// row of an answer carries it as one.
/// </summary>
/// <param name="table">The table, with its database.</param>
/// <param name="schema">The values of a record.</param>
internal sealed class CockroachQueryText(string table, RecordSchema schema) : TimeQueryText(table, schema)
{
    /// <inheritdoc/>
    protected override string Hour => $"({Timestamp} // {TimeQuery.HourMicroseconds})";
}
