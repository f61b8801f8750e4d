using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Queries;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Answers questions about time ranges on a separate session. <see cref="CockroachTarget"/> opens it, and the probe of
/// <c>--queries</c> (<c>TimeQueryProbe</c>) asks beside the lanes, on one thread. The session must ask for all digits of a
/// double, because the server else writes 15, and divide by <c>//</c>, because the server's <c>/</c> gives a fraction.
/// </summary>
/// <param name="cluster">Opens sessions.</param>
/// <param name="table">The table.</param>
/// <param name="cancellation">Closes the session.</param>
internal sealed class CockroachTimeQueries(CockroachCluster cluster, CockroachTable table, CancellationToken cancellation)
    : ConnectedTimeQueries<PgConnection>(
        new TimeQueryText(table.Name, table.Schema, hour: static time => $"({time} // {TimeQuery.HourMicroseconds})"),
        () => Open(cluster), static session => session.Dispose(), cancellation)
{
    /// <inheritdoc/>
    protected override void Run(string sql, List<TimeQueryRow> rows) =>
        rows.AddRange(Connection.Query(sql).Select(TimeQueryText.RowOf));

    private static PgConnection Open(CockroachCluster cluster)
    {
        int node = 0;
        var session = cluster.Open(ref node);
        try
        {
            // Without this setting the server writes 15 digits of a double.
            session.Query("SET extra_float_digits = 3");
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }
}
