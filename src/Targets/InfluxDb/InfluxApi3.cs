using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Makes the requests to InfluxDB version 3: databases accessed by token and queried by SQL. <see cref="InfluxApi.Of"/>
/// creates it when a target is opened. A table and its columns exist only from the first line that has them, so a statement
/// must not name them before. Create and Drop concern the endpoint's database only. Settling waits for nothing, because the
/// server does not report when its memory is in data files, and the measured space leaves out rows that are in the write-ahead
/// log alone.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="product">Product and version of the server.</param>
internal sealed class InfluxApi3(InfluxServer server, InfluxEndpoint endpoint, string product) : InfluxApi
{
    private const string Table = InfluxEndpoint.Measurement;
    private const int LongestColumns = 4 << 20;

    /// <inheritdoc/>
    public override string Product => product;

    /// <inheritdoc/>
    public override string Program => "influxdb3";

    /// <inheritdoc/>
    public override string Contract => InfluxContracts.Stored;

    /// <inheritdoc/>
    public override string WriteTarget { get; } =
        HttpRequest.Target("/api/v3/write_lp", ("db", endpoint.Database), ("precision", "microsecond"),
            ("accept_partial", "false"), ("no_sync", "false"));

    /// <inheritdoc/>
    public override string SettledBy => "nothing: the server does not say when its memory is written to data files";

    /// <inheritdoc/>
    public override string SpaceIs =>
        "files of data (Parquet) by system.parquet_files; rows of the write-ahead log alone are in none";

    /// <inheritdoc/>
    public override int CellsBeforeTime => 0;

    /// <inheritdoc/>
    public override void Create(CancellationToken cancellation) =>
        server.Text("POST", "/api/v3/configure/database", new { db = endpoint.Database }, cancellation);

    /// <inheritdoc/>
    public override void Drop(CancellationToken cancellation)
    {
        try
        {
            server.Text("DELETE",
                HttpRequest.Target("/api/v3/configure/database", ("db", endpoint.Database), ("hard_delete_at", "now")), null,
                cancellation);
        }
        catch (HttpStatusException none) when (none.Status == 404)
        {
            // The database did not exist.
        }
    }

    /// <summary>
    /// Settings that depend on no database: a run reads them before its first trial creates one, while a resumed run may find the
    /// database of an interrupted trial.
    /// </summary>
    public override IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation) =>
        [("retention", "endless")];

    /// <inheritdoc/>
    public override void AwaitQuiet(CancellationToken cancellation) => cancellation.ThrowIfCancellationRequested();

    /// <inheritdoc/>
    public override long FileBytes(CancellationToken cancellation) =>
        HasTable(cancellation)
            ? Number($"SELECT sum(size_bytes) FROM system.parquet_files WHERE table_name = '{Table}'", cancellation) : 0;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Sources(CancellationToken cancellation) =>
        HasTable(cancellation) ? [.. Lines(server.Text(Question($"SELECT DISTINCT source FROM {Table}"), cancellation))] : [];

    /// <inheritdoc/>
    public override void Export(HttpConnection connection, string tag, IEnumerable<string> values) =>
        connection.Ask(HttpRequest.Make(
            "GET", Question($"{Select(values, Columns(connection))} WHERE source = {Quoted(tag, "''")}"), connection));

    /// <summary>
    /// Asks for the columns first. The request lasts once each value has a column. Until then, any record may add one.
    /// </summary>
    /// <inheritdoc/>
    public override (HttpTemplate Request, bool IsLasting) Reading(HttpConnection connection, IEnumerable<string> values)
    {
        string[] names = [.. values];
        var columns = Columns(connection);
        return (HttpTemplate.Make(Question($"{Select(names, columns)} WHERE {IsInRange}"), numbers: 3, connection),
            columns.IsSupersetOf(names));
    }

    /// <inheritdoc/>
    public override long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation) =>
        HasTable(cancellation) ? Number($"SELECT count(*) FROM {Table} WHERE {IsOf(batch)}", cancellation) : 0;

    /// <summary>
    /// True if the table exists. The server creates it with its first line and rejects statements that name it before.
    /// </summary>
    private bool HasTable(CancellationToken cancellation) => Number(
        $"SELECT count(*) FROM information_schema.tables WHERE table_name = '{Table}' AND table_schema = 'iox'",
        cancellation) > 0;

    /// <summary>The beginning of a statement that reads rows. It names no column that the table does not have.</summary>
    private static string Select(IEnumerable<string> values, HashSet<string> columns) =>
        "SELECT CAST(time AS BIGINT) / 1000 AS time, sequence, quality, " + string.Join(", ", values.Select(name =>
            columns.Contains(name) ? $"\"{name}\"" : $"CAST(NULL AS DOUBLE) AS \"{name}\"")) + $" FROM {Table}";

    /// <summary>
    /// The columns of the table. It has none for a value that no record has yet, such as one that a trial is to add
    /// (--add-values).
    /// </summary>
    private HashSet<string> Columns(HttpConnection connection)
    {
        connection.Ask(HttpRequest.Make(
            "GET",
            Question($"SELECT column_name FROM information_schema.columns WHERE table_name = '{Table}' AND table_schema = 'iox'"),
            connection));
        return Lines(connection.Text(LongestColumns)).ToHashSet(StringComparer.Ordinal);
    }

    private long Number(string sql, CancellationToken cancellation) =>
        Lines(server.Text(Question(sql), cancellation)).FirstOrDefault() is { Length: > 0 } text
            ? long.Parse(text, CultureInfo.InvariantCulture) : 0;

    private string Question(string sql) =>
        HttpRequest.Target("/api/v3/query_sql", ("db", endpoint.Database), ("format", "csv"), ("q", sql));

    /// <summary>The rows of a CSV answer with one column, without its header.</summary>
    private static IEnumerable<string> Lines(string csv) => csv.Split('\n').Skip(1).Select(line => line.Trim('\r', '"'))
        .Where(line => line.Length > 0);
}
