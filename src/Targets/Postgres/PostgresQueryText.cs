using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Queries;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Writes questions about time ranges in PostgreSQL's SQL, whose timestamps have their own type.
/// <see cref="PostgresTimeQueries"/> creates it and runs them. Hours are those of UTC, whatever the session's time zone is.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class PostgresQueryText(RecordSchema schema) : TimeQueryText(PostgresTable.Name, schema)
{
    /// <inheritdoc/>
    protected override string Microseconds => $"(extract(epoch FROM {Timestamp}) * 1000000)::int8";

    /// <inheritdoc/>
    protected override bool DividesTime => false;

    /// <inheritdoc/>
    protected override string Hour(string time) => $"date_trunc('hour', {time} AT TIME ZONE 'UTC')";

    /// <inheritdoc/>
    protected override string HourMicroseconds(string time) => $"(extract(epoch FROM {Hour(time)}) * 1000000)::int8";

    /// <inheritdoc/>
    protected override string Instant(long microseconds)
    {
        var time = DateTime.UnixEpoch.AddMicroseconds(microseconds);
        return $"'{time.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture)}+00'::timestamptz";
    }
}
