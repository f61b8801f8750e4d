using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes the batches of one lane into MySQL or MariaDB, one transaction per batch, over its own connection.
/// <see cref="MySqlTarget"/> opens one per lane. The lane's thread calls it, or one thread at a time of a service. It never
/// retries. After a failure it has no connection until <see cref="Recover"/> or <see cref="Restore"/>.
/// </summary>
internal sealed class MySqlWriter : KeyedWriter<MySqlKeyed>, IBatchWriter, IConditionalUpdates, IInstantReads, IRequestLedger
{
    private readonly MySqlServer _server;
    private readonly MySqlTable _table;
    private readonly MySqlEndpoint _endpoint;
    private readonly CancellationTokenRegistration _interruption;
    private MySqlSession? _session;
    private IBatchWay? _way;
    private MySqlKeyed? _keyed;
    private string? _suspect;

    /// <summary>Connects.</summary>
    /// <param name="server">The server.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method and its sizes.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public MySqlWriter(MySqlServer server, MySqlTable table, MySqlEndpoint endpoint, CancellationToken cancellation)
    {
        _server = server;
        _table = table;
        _endpoint = endpoint;
        Connect();
        _interruption = cancellation.Register(() => Volatile.Read(ref _session)?.Dispose());
    }

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var way = _way ?? throw NotConnected();
        string? wrong;
        try
        {
            wrong = way.Write(batch);
        }
        catch (WireException e)
        {
            throw Failed(e);
        }

        Refuse(wrong);
    }

    /// <inheritdoc/>
    public bool Write(RecordBatch batch, LedgerRow request)
    {
        var (way, connection) = (_way ?? throw NotConnected(), _session!.Connection);
        try
        {
            connection.Execute("START TRANSACTION");

            // Waits for a transaction that has added the same key and has not ended.
            if (connection.Execute(_table.Ledger.Insert(request)).Rows == 0)
            {
                connection.Execute("ROLLBACK");
                return false;
            }

            Refuse(way.Write(batch, isInTransaction: true));
            connection.Execute("COMMIT");
            return true;
        }
        catch (WireException e)
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc/>
    public string? ContentOf(LedgerRow request) =>
        Ask(connection => connection.Query(_table.Ledger.Find(request)) is [[var content, ..], ..] ? content : null);

    /// <inheritdoc/>
    public int Forget(TimeSpan age, int most) =>
        Ask(connection => (int)connection.Execute(_table.Ledger.Forget(age, most)).Rows);

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = inDoubt ? MySqlRecovery.Find(_server, _table, _suspect, batch) : BatchFate.Absent;
            _suspect = null;
            Connect();
            return fate;
        }
        catch (WireException e)
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {e.Message}", isTransient: true,
                isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        try
        {
            Keyed().Find(source, timestamp, found);
        }
        catch (WireException e)
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc/>
    public bool RestoreFences => true;

    /// <inheritdoc/>
    public void Restore()
    {
        Abandon();
        try
        {
            if (_suspect is { } name)
            {
                using var connection = _server.Open();
                MySqlSession.EnsureGone(connection, name, _server.Timeout);
                connection.Close();
            }

            _suspect = null;
            Connect();
        }
        catch (WireException e)
        {
            throw new BatchWriteException($"The server cannot be reached: {e.Message}", isTransient: true, isAmbiguous: true, e);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session?.Connection.Close();
        _session = null;
    }

    protected override MySqlKeyed Keyed() =>
        _keyed ??= new MySqlKeyed((_session ?? throw NotConnected()).Connection, _table);

    protected override bool IsFailure(Exception error) => error is WireException;

    protected override BatchWriteException Failed(Exception error)
    {
        Abandon();
        return MySqlErrors.OfWrite((WireException)error);
    }

    private static BatchWriteException NotConnected() =>
        new("The writer has no connection.", isTransient: true, isAmbiguous: false);

    private void Connect()
    {
        var session = MySqlSession.Open(_server);
        try
        {
            _way = BatchWays.Open(session.Connection, _table, _endpoint);
            _keyed = null;
            _session = session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    private T Ask<T>(Func<MySqlConnection, T> question)
    {
        var session = _session ?? throw NotConnected();
        try
        {
            return question(session.Connection);
        }
        catch (WireException e)
        {
            throw Failed(e);
        }
    }

    private void Refuse(string? wrong)
    {
        if (wrong is not null)
        {
            Abandon();
            throw new BatchWriteException(wrong, isTransient: false, isAmbiguous: true);
        }
    }

    /// <summary>
    /// Drops the connection. The server's thread may still process statements that it has received, so the session stays suspect
    /// until the server no longer lists it.
    /// </summary>
    private void Abandon()
    {
        if (_session is { } session)
        {
            (_session, _way, _keyed) = (null, null, null);
            _suspect = session.Name;
            session.Dispose();
        }
    }
}
