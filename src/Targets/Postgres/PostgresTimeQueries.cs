using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Queries;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Answers questions about time ranges through Npgsql, whichever client writes. <see cref="PostgresTarget"/> opens it.
/// </summary>
internal sealed class PostgresTimeQueries : SqlTimeQueries
{
    private readonly PostgresSessions _sessions;
    private readonly CancellationTokenRegistration _cut;
    private NpgsqlConnection? _connection;

    /// <summary>Connects.</summary>
    /// <param name="sessions">Opens connections.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="cancellation">Closes the connection.</param>
    /// <exception cref="Wire.WireException">The server cannot be reached, or refuses.</exception>
    public PostgresTimeQueries(PostgresSessions sessions, RecordSchema schema, CancellationToken cancellation)
        : base(new PostgresQueryText(schema))
    {
        _sessions = sessions;
        _connection = sessions.Open();

        // On another thread: closing tells the server, which may be silent.
        _cut = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => _connection?.Dispose()));
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _cut.Dispose();
        _connection?.Dispose();
    }

    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows) => DriverCalls.Run(Deadline.OfVerb(_sessions.Timeout), () =>
    {
        _connection ??= _sessions.Open();
        using var command = new NpgsqlCommand(sql, _connection);
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            rows.Add(new(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2),
                reader.IsDBNull(3) ? double.NaN : reader.GetDouble(3)));
        }

        return true;
    });

    /// <inheritdoc/>
    protected override void Forget()
    {
        _connection?.Dispose();
        _connection = null;
    }
}
