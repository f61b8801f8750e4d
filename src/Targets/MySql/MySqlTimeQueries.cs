using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Answers questions about time ranges by DbIngest's own client, whichever client writes. <see cref="MySqlTarget"/> opens it.
/// </summary>
internal sealed class MySqlTimeQueries : SqlTimeQueries
{
    private readonly MySqlServer _server;
    private readonly CancellationTokenRegistration _cut;
    private MySqlConnection? _connection;

    /// <summary>Connects.</summary>
    /// <param name="server">Opens sessions.</param>
    /// <param name="table">Name of the table, quoted.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="cancellation">Closes the session.</param>
    /// <exception cref="Wire.WireException">The server cannot be reached, or refuses.</exception>
    public MySqlTimeQueries(MySqlServer server, string table, RecordSchema schema, CancellationToken cancellation)
        : base(new MySqlQueryText(table, schema))
    {
        _server = server;
        _connection = server.Open();
        _cut = cancellation.Register(() => _connection?.Dispose());
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _cut.Dispose();
        _connection?.Dispose();
    }

    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows)
    {
        _connection ??= _server.Open();
        rows.AddRange(_connection.Query(sql).Select(RowOf));
    }

    /// <inheritdoc/>
    protected override void Forget()
    {
        _connection?.Dispose();
        _connection = null;
    }
}
