using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Queries;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Answers questions about time ranges through Npgsql, whichever client writes. <see cref="PostgresTarget"/> opens it, and
/// <c>TimeQueryProbe</c> asks beside the lanes, on one thread. Changes nothing.
/// </summary>
/// <param name="sessions">Opens connections.</param>
/// <param name="schema">The values of a record.</param>
/// <param name="cancellation">Closes the connection.</param>
internal sealed class PostgresTimeQueries(PostgresSessions sessions, RecordSchema schema, CancellationToken cancellation)
    : ConnectedTimeQueries<NpgsqlConnection>(new PostgresQueryText(schema), sessions.Open, Close, cancellation)
{
    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows) => DriverCalls.Run(Deadline.OfVerb(sessions.Timeout), () =>
    {
        using var command = new NpgsqlCommand(sql, Connection);
        Run(command, rows);
        return true;
    });

    /// <summary>
    /// Closes a connection on a thread of the pool, since closing tells the server, which may be silent. Nothing would catch an
    /// exception there, and the connection may be in use or have ended before.
    /// </summary>
    private static void Close(NpgsqlConnection connection) => ThreadPool.QueueUserWorkItem(_ =>
    {
        try
        {
            connection.Dispose();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e) || e is NullReferenceException)
        {
            // The query under way reports what became of the connection.
        }
    });
}
