using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Writes the batches of one lane into ClickHouse, one INSERT per batch, or with <c>group=true</c> one for the batches of several
/// lanes. The server stores an INSERT as one part, completely or not at all. <see cref="ClickHouseTarget"/> opens one per lane,
/// and the lane's thread calls it. It never retries. To recover a batch in doubt, it first ends the server session in which the
/// insertion ran, then counts the batch's rows, and deletes them if their number is wrong.
/// </summary>
internal class ClickHouseWriter : IBatchWriter
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan RecoveryTimeout = TimeSpan.FromMinutes(5);

    // Seconds without a request after which the server drops a session: the maximum of the vendor's default configuration.
    private const string SessionTimeout = "3600";

    private readonly ClickHouseServer _server;
    private readonly ClickHouseTable _table;
    private readonly IInsertions _insertions;
    private readonly HttpSession _session;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    // Id of the server session in which insertions run. Null once that session has ended, until the next write.
    private string? _id;

    /// <summary>Connects and begins a server session.</summary>
    /// <param name="server">The server.</param>
    /// <param name="session">
    /// The connection for sessions and recovery. The writer disposes it, unless this constructor throws.
    /// </param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="insertions">Sends the batches. The writer disposes it, unless this constructor throws.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    public ClickHouseWriter(ClickHouseServer server, HttpSession session, ClickHouseTable table, IInsertions insertions,
        CancellationToken cancellation)
    {
        _server = server;
        _table = table;
        _session = session;
        _insertions = insertions;
        Begin();
        _cancellation = cancellation;
        _interruption = cancellation.Register(session.Cut);
    }

    /// <summary>Sends the batches by the chosen client.</summary>
    internal IInsertions Insertions => _insertions;

    /// <summary>Settings of every insertion. With them the server rejects an insertion whose session has ended.</summary>
    /// <param name="server">Supplies the database.</param>
    /// <param name="setting">A further setting to turn off. Null for none.</param>
    public static IReadOnlyList<(string Name, string? Value)> Settings(ClickHouseServer server, string? setting) =>
    [
        ("database", server.Database), ("session_check", "1"), ("session_timeout", SessionTimeout), .. setting is null ? []
            : new (string, string?)[] { (setting, "0") },
    ];

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        // The server stores up to 1,048,449 rows (max_insert_block_size) as one part, more than any batch has.
        if (batch.Count > _insertions.MaxRows)
        {
            throw new BatchWriteException(
                string.Create(CultureInfo.InvariantCulture,
                    $"A batch of {batch.Count} records is larger than a request can be; choose --batch {_insertions.MaxRows} "
                    + $"at most."), isTransient: false, isAmbiguous: false);
        }

        try
        {
            if (_id is null)
            {
                Begin();
            }

            _insertions.Insert(batch);
        }
        catch (WireException exception)
        {
            if (exception is HttpStatusException refused
                && (ClickHouseErrors.IsOfSession(refused) == true || ClickHouseErrors.IsReadOnly(refused)))
            {
                // The server restarted, or the session timed out, or recovery of another writer has fenced it: with group=true a
                // writer may send batches of others without its own, and their recovery ends the session of that insertion.
                _id = null;
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
                // Merges are not waited for: while other lanes write, there is hardly a moment without any.
                _server.Query(_session, _table.Erase(batch), _cancellation);
                Await(_table.Mutations);
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
        _insertions.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Begins a new server session for all later insertions.</summary>
    private void Begin()
    {
        string id = $"dbingest-{Guid.NewGuid():N}";
        _server.Query(_session, "SELECT 1", _cancellation, ("session_id", id), ("session_timeout", SessionTimeout));
        _insertions.Begin(id);
        _id = id;
    }

    /// <summary>
    /// Makes sure that no earlier insertion can still be stored. It kills a running insertion. An insertion that the server has
    /// received but not read finds its session read-only or ended.
    /// </summary>
    private void EndInsertions()
    {
        if (_insertions.SentBy is not { } session)
        {
            return;
        }

        Waiting.Until(() => IsFenced(session), Interval, RecoveryTimeout,
            () => new TargetException($"The server was still processing a batch after {RecoveryTimeout.TotalMinutes:0} minutes."),
            _cancellation);
        Await($"SELECT count() FROM system.processes WHERE query_id = '{_insertions.QueryId(session)}'");
        _id = null;
    }

    private bool IsFenced(string session)
    {
        _server.Query(_session, $"KILL QUERY WHERE query_id = '{_insertions.QueryId(session)}' ASYNC", _cancellation);
        try
        {
            _server.Query(_session, "SET readonly = 1", _cancellation, ("session_id", session), ("session_check", "1"));
            return true;
        }
        catch (HttpStatusException refused) when (ClickHouseErrors.IsOfSession(refused) is { } isOver)
        {
            return isOver;
        }
        catch (HttpStatusException refused) when (ClickHouseErrors.IsReadOnly(refused))
        {
            // Another writer whose batch was in the same insertion was here before.
            return true;
        }
    }

    private void Await(string work) => Waiting.Until(
        () => Number(work) == 0, Interval, RecoveryTimeout,
            () => new TargetException($"The server was still processing a batch after {RecoveryTimeout.TotalMinutes:0} minutes."),
            _cancellation);

    private long Number(string question) =>
        long.Parse(_server.Query(_session, question, _cancellation)[0][0], CultureInfo.InvariantCulture);
}
