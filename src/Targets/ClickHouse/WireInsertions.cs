using DbIngest.Abstractions.Records;
using DbIngest.Targets.Http;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Inserts batches by DbIngest's own client over the writer's connection. <see cref="ClickHouseTarget"/> creates one per writer,
/// and the lane calls it on the timed path: it allocates nothing per record.
/// </summary>
/// <param name="session">The connection. The writer disposes it.</param>
/// <param name="table">The table and its statements.</param>
/// <param name="settings">Settings of every insertion.</param>
internal sealed class WireInsertions(
    HttpSession session,
    ClickHouseTable table,
    IReadOnlyList<(string Name, string? Value)> settings) : IInsertions
{
    private readonly RowBinary _rows = new(table.Table.Schema);
    private HttpRequest? _request;

    /// <inheritdoc/>
    public int MaxRows => _rows.MaxRows;

    /// <inheritdoc/>
    public string QueryId(string session) => session;

    /// <inheritdoc/>
    public void Begin(string id) => _request = HttpRequest.Make(
        "POST",
        HttpRequest.Target("/", [("query_id", QueryId(id)), ("session_id", id), ("query", table.Insert), .. settings]),
        session.Connection());

    /// <inheritdoc/>
    public void Insert(RecordBatch batch) => session.Connection().Run(_request!, _rows.Encode(batch));

    /// <inheritdoc/>
    public void Dispose() => _rows.Dispose();
}
