using System.Globalization;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>Writes a batch as one insertion, which the server stores as one part, whole or not at all, with a connection of its own.</summary>
internal sealed class ClickHouseWriter : IBatchWriter
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly ClickHouseServer _server;
    private readonly ClickHouseTable _table;
    private readonly RowBinary _rows;
    private readonly HttpSession _session;
    private readonly HttpRequest _request;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    // By it the server can be asked what it still does for us, and told to end it.
    private readonly string _query = $"dbingest-{Guid.NewGuid():N}";

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="server">The server.</param>
    /// <param name="session">Its connection; the writer's from now on, unless this throws.</param>
    /// <param name="table">The table.</param>
    /// <param name="setting">A further setting of insertions, or null.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    public ClickHouseWriter(ClickHouseServer server, HttpSession session, ClickHouseTable table, string? setting, CancellationToken cancellation)
    {
        _server = server;
        _table = table;
        _session = session;
        _rows = new RowBinary(table.Table.Schema);
        _request = HttpRequest.Make(
            "POST", HttpRequest.Target("/", ("database", server.Database), ("query_id", _query), ("query", table.Insert), (setting ?? string.Empty, setting is null ? null : "0")), session.Connection());
        _cancellation = cancellation;
        _interruption = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        // The server keeps a batch whole up to 1,048,576 rows (max_insert_block_size), more than any has.
        if (batch.Count > _rows.MaxRows)
        {
            throw new BatchWriteException(
                string.Create(CultureInfo.InvariantCulture, $"A batch of {batch.Count} records is larger than a request can be; choose --batch {_rows.MaxRows} at most."), isTransient: false, isAmbiguous: false);
        }

        try
        {
            _session.Connection().Run(_request, _rows.Encode(batch));
        }
        catch (WireException exception)
        {
            throw ClickHouseErrors.OfWrite(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            _session.Close();
            if (!inDoubt)
            {
                return BatchFate.Absent;
            }

            EndInsertion();
            long stored = Number(_table.Count(batch));
            if (stored == batch.Count)
            {
                return BatchFate.Stored;
            }

            if (stored > 0)
            {
                _server.Query(_session, _table.Erase(batch), _cancellation);
                Await(_table.Work);
            }

            return BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw ClickHouseErrors.OfWrite(exception);
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            throw new BatchWriteException(exception.Message, isTransient: false, isAmbiguous: true, exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
        _rows.Dispose();
    }

    private void EndInsertion()
    {
        _server.Query(_session, $"KILL QUERY WHERE query_id = '{_query}' ASYNC", _cancellation);
        Await($"SELECT count() FROM system.processes WHERE query_id = '{_query}'");
    }

    private void Await(string work) => Waiting.Until(
        () => Number(work) == 0, Interval, Patience, () => new TargetException($"The server still works at a batch after {Patience.TotalMinutes:0} minutes."), _cancellation);

    private long Number(string question) => long.Parse(_server.Query(_session, question, _cancellation)[0][0], CultureInfo.InvariantCulture);
}
