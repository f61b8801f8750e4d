using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Answers questions about time ranges on a read-only connection of its own, which sees what is committed when it asks.
/// <see cref="SqliteTarget"/> opens it.
/// </summary>
internal sealed class SqliteTimeQueries : SqlTimeQueries
{
    private readonly SqliteFile _file;
    private readonly CancellationTokenRegistration _interrupt;
    private SqliteConnection? _connection;

    /// <summary>Connects.</summary>
    /// <param name="file">The database file.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="cancellation">Interrupts pending questions.</param>
    /// <exception cref="SqliteException">The file cannot be opened.</exception>
    public SqliteTimeQueries(SqliteFile file, RecordSchema schema, CancellationToken cancellation)
        : base(new SqliteQueryText(schema))
    {
        _file = file;
        _connection = Open();
        _interrupt = cancellation.Register(() =>
        {
            if (_connection?.Handle is { IsClosed: false } handle)
            {
                raw.sqlite3_interrupt(handle);
            }
        });
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _interrupt.Dispose();
        _connection?.Dispose();
    }

    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows)
    {
        try
        {
            _connection ??= Open();
            using var command = _connection.CreateCommand();
            command.CommandText = sql;
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                rows.Add(new(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2),
                    reader.IsDBNull(3) ? double.NaN : reader.GetDouble(3)));
            }
        }
        catch (SqliteException exception)
        {
            Forget();
            throw SqliteErrors.Target(_file.FullPath, "querying", exception);
        }
    }

    /// <inheritdoc/>
    protected override void Forget()
    {
        _connection?.Dispose();
        _connection = null;
    }

    private SqliteConnection Open() => SqliteSettings.Open(_file.FullPath, SqliteOpenMode.ReadOnly, _file.Timeout);
}
