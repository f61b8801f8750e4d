using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Answers questions about time ranges on its own read-only connection, which sees what is committed when it asks.
/// <see cref="SqliteTarget"/> opens it, and <c>TimeQueryProbe</c> asks beside the lanes, on one thread. A cancellation interrupts
/// a pending question. Changes nothing.
/// </summary>
/// <param name="file">The database file.</param>
/// <param name="schema">The values of a record.</param>
/// <param name="cancellation">Interrupts pending questions.</param>
internal sealed class SqliteTimeQueries(SqliteFile file, RecordSchema schema, CancellationToken cancellation)
    : ConnectedTimeQueries<SqliteConnection>(new TimeQueryText(SqliteTable.Name, schema),
        () => SqliteSettings.Open(file.FullPath, SqliteOpenMode.ReadOnly, file.Timeout), Interrupt, cancellation)
{
    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows)
    {
        try
        {
            using var command = Connection.CreateCommand();
            command.CommandText = sql;
            Run(command, rows);
        }
        catch (SqliteException exception)
        {
            Forget();
            throw SqliteErrors.Target(file.FullPath, "querying", exception);
        }
    }

    private static void Interrupt(SqliteConnection connection)
    {
        if (connection.Handle is { IsClosed: false } handle)
        {
            raw.sqlite3_interrupt(handle);
        }
    }
}
