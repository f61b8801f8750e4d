using System.Globalization;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>Writes a batch as one insertion, which the server stores as one part, whole or not at all, with a connection of its own.</summary>
internal sealed class ClickHouseWriter : IBatchWriter
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    // Seconds without a request after which the server forgets a session; the most that it takes by the vendor's default.
    private const string SessionTimeout = "3600";

    private readonly ClickHouseServer _server;
    private readonly ClickHouseTable _table;
    private readonly RowBinary _rows;
    private readonly HttpSession _session;
    private readonly string? _setting;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    // By it the server can be asked what it still does for us, and told to end it. The session that it is of too: another one after a failure.
    private string _query = string.Empty;
    private HttpRequest? _request;

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
        _setting = setting;
        Begin();
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
            _session.Connection().Run(_request ?? Begin(), _rows.Encode(batch));
        }
        catch (WireException exception)
        {
            if (exception is HttpStatusException refused && ClickHouseErrors.IsOfSession(refused) == true)
            {
                // The server was started again, or has heard nothing for too long.
                (_request, Target) = (null, null);
            }

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

            EndInsertions();
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

    /// <summary>The path and query of insertions; null where there was none since the last recovery.</summary>
    internal string? Target { get; private set; }

    /// <summary>Begins a session of the server, and makes the head of the insertions that are of it.</summary>
    private HttpRequest Begin()
    {
        _query = $"dbingest-{Guid.NewGuid():N}";
        _server.Query(_session, "SELECT 1", _cancellation, ("session_id", _query), ("session_timeout", SessionTimeout));
        Target = HttpRequest.Target(
            "/",
            ("database", _server.Database),
            ("query_id", _query),
            ("session_id", _query),
            ("session_check", "1"),
            ("session_timeout", SessionTimeout),
            ("query", _table.Insert),
            (_setting ?? string.Empty, _setting is null ? null : "0"));
        return _request = HttpRequest.Make("POST", Target, _session.Connection());
    }

    /// <summary>
    /// Makes sure that nothing of the insertions so far can still be stored: one that runs is ended, and one that the server has in its socket and not yet read finds that its
    /// session only reads, or is over.
    /// </summary>
    private void EndInsertions()
    {
        if (_request is null)
        {
            return;
        }

        Waiting.Until(IsFenced, Interval, Patience, () => new TargetException($"The server still works at a batch after {Patience.TotalMinutes:0} minutes."), _cancellation);
        Await($"SELECT count() FROM system.processes WHERE query_id = '{_query}'");
        (_request, Target) = (null, null);
    }

    private bool IsFenced()
    {
        _server.Query(_session, $"KILL QUERY WHERE query_id = '{_query}' ASYNC", _cancellation);
        try
        {
            _server.Query(_session, "SET readonly = 1", _cancellation, ("session_id", _query), ("session_check", "1"));
            return true;
        }
        catch (HttpStatusException refused) when (ClickHouseErrors.IsOfSession(refused) is { } isOver)
        {
            return isOver;
        }
    }

    private void Await(string work) => Waiting.Until(
        () => Number(work) == 0, Interval, Patience, () => new TargetException($"The server still works at a batch after {Patience.TotalMinutes:0} minutes."), _cancellation);

    private long Number(string question) => long.Parse(_server.Query(_session, question, _cancellation)[0][0], CultureInfo.InvariantCulture);
}
