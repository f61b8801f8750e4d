using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Reads records, counts and sources by InfluxQL, which version 1 speaks, and version 2 through its interface for clients of
/// version 1. <see cref="InfluxApi1"/> and <see cref="InfluxApi2"/> derive from it and add the requests in which they differ.
/// Thread-safe. An exported row has two cells before its time: the series and its tags.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="database">Name of the database.</param>
internal abstract class InfluxQlApi(InfluxServer server, string database) : InfluxApi
{
    /// <summary>The server.</summary>
    protected InfluxServer Server => server;

    /// <inheritdoc/>
    public override string Program => "influxd";

    /// <inheritdoc/>
    public override string Contract => InfluxContracts.Synced;

    /// <inheritdoc/>
    public override int CellsBeforeTime => 2;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Sources(CancellationToken cancellation) =>
        [.. server.Query($"SHOW TAG VALUES FROM {InfluxEndpoint.Measurement} WITH KEY = source", database, cancellation)
            .SelectMany(s => s.Rows).Select(row => row["value"].GetString()!)];

    /// <inheritdoc/>
    public override void Export(HttpConnection connection, string tag, IEnumerable<string> values) => InfluxServer.Export(
        connection, $"SELECT sequence, quality, {string.Join(", ", values.Select(name => $"\"{name}\""))} FROM "
            + $"{InfluxEndpoint.Measurement} WHERE source = {Quoted(tag, "\\'")}", database);

    /// <inheritdoc/>
    public override (HttpTemplate Request, bool IsLasting) Reading(HttpConnection connection, IEnumerable<string> values) =>
        (InfluxServer.ExportOf(
            connection, $"SELECT sequence, quality, {string.Join(", ", values.Select(name => $"\"{name}\""))} FROM "
                + $"{InfluxEndpoint.Measurement} WHERE {IsInRange}", database, numbers: 3), true);

    /// <inheritdoc/>
    public override ITimeQueries Questions(RecordSchema schema, CancellationToken cancellation)
    {
        var text = new InfluxQueryText(schema);
        return HttpSession.Hand(server.Session(), session => new HttpTimeQueries(
            session, (connection, query) => InfluxTimeRows.Of(connection, database, text, query), cancellation));
    }

    /// <inheritdoc/>
    public override long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation) =>
        InfluxServer.Query(session, $"SELECT count(sequence) FROM {InfluxEndpoint.Measurement} WHERE {IsOf(batch)}", database,
            cancellation) is [var found, ..] ? found.Rows[0]["count"].GetInt64() : 0;
}
