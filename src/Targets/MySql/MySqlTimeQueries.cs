using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Answers questions about time ranges by DbIngest's own client, whichever client writes. <see cref="MySqlTarget"/> opens it, and
/// <c>TimeQueryProbe</c> asks beside the lanes, on one thread. Changes nothing.
/// </summary>
/// <param name="server">Opens sessions.</param>
/// <param name="table">Name of the table, quoted.</param>
/// <param name="schema">The values of a record.</param>
/// <param name="cancellation">Closes the session.</param>
internal sealed class MySqlTimeQueries(MySqlSessions server, string table, RecordSchema schema, CancellationToken cancellation)
    : ConnectedTimeQueries<MySqlConnection>(new MySqlQueryText(table, schema), () => server.Open(), static c => c.Dispose(),
        cancellation)
{
    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows) =>
        rows.AddRange(Connection.Query(sql).Select(TimeQueryText.RowOf));
}
