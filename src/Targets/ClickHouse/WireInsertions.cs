using DbIngest.Abstractions.Records;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Inserts batches by DbIngest's own client over the writer's connection. <see cref="ClickHouseTarget"/> creates one per writer,
/// and the lane calls it on the timed path: it allocates nothing per record. With <c>group=true</c>,
/// <see cref="GroupedInsertions"/> calls it and may send rows of other writers too.
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
    public string? SentBy { get; private set; }

    /// <summary>The batch that was encoded last.</summary>
    public ReadOnlySpan<byte> Encoded => _rows.Encoded;

    /// <inheritdoc/>
    public void Begin(string id)
    {
        _request = HttpRequest.Make(
            "POST",
            HttpRequest.Target("/", [("query_id", QueryId(id)), ("session_id", id), ("query", table.Insert), .. settings]),
            session.Connection());
        SentBy = id;
    }

    /// <inheritdoc/>
    public void Insert(RecordBatch batch)
    {
        Encode(batch);
        Send(Encoded);
    }

    /// <summary>Encodes a batch without sending it.</summary>
    public void Encode(RecordBatch batch) => _rows.Encode(batch);

    /// <summary>Sends rows, those of a batch or of several.</summary>
    /// <exception cref="WireException">The server refuses them, or the connection is lost.</exception>
    public void Send(ReadOnlySpan<byte> rows) => session.Connection().Run(_request!, rows);

    /// <inheritdoc/>
    public void Dispose() => _rows.Dispose();
}
