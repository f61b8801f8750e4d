using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes the batches of one lane into MySQL or MariaDB through the vendor's driver, one transaction per batch.
/// <see cref="MySqlDriverPath"/> opens one per lane. The lane's thread calls it, or one thread at a time of a service. After a
/// failure, DbIngest's own client finds out what became of a batch. It never retries.
/// </summary>
internal sealed class MySqlDriverWriter
    : KeyedWriter<MySqlDriverKeyed>, IBatchWriter, IConditionalUpdates, IInstantReads, IAsyncOperations, IRequestLedger
{
    private readonly DriverConnections _connections;
    private readonly MySqlServer _server;
    private readonly MySqlTable _table;
    private readonly MySqlEndpoint _endpoint;
    private readonly CancellationTokenRegistration _interruption;
    private MySqlDriverSession? _session;
    private string? _suspect;

    /// <summary>Connects.</summary>
    /// <param name="connections">Opens the driver's connections.</param>
    /// <param name="server">The server, for recovery and cancellation.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method and its sizes.</param>
    /// <param name="cancellation">Kills the session at the server when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public MySqlDriverWriter(
        DriverConnections connections, MySqlServer server, MySqlTable table, MySqlEndpoint endpoint,
            CancellationToken cancellation)
    {
        _connections = connections;
        _server = server;
        _table = table;
        _endpoint = endpoint;
        _session = MySqlDriverSession.Open(connections, table, endpoint);
        _interruption = cancellation.Register(Interrupt);
    }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var session = Session();
        string? wrong;
        try
        {
            wrong = session.Write(batch);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            throw Failed(error);
        }

        Refuse(wrong);
    }

    /// <inheritdoc/>
    public bool Write(RecordBatch batch, LedgerRow request)
    {
        var session = Session();
        try
        {
            session.Execute("START TRANSACTION");

            // Waits for a transaction that has added the same key and has not ended.
            if (session.Execute(_table.Ledger.Insert(request)) == 0)
            {
                session.Execute("ROLLBACK");
                return false;
            }

            Refuse(session.Write(batch, isInTransaction: true));
            session.Execute("COMMIT");
            return true;
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            throw Failed(error);
        }
    }

    /// <inheritdoc/>
    public string? ContentOf(LedgerRow request) => Ask(session => session.Text(_table.Ledger.Find(request)));

    /// <inheritdoc/>
    public int Forget(TimeSpan age, int most) => Ask(session => session.Execute(_table.Ledger.Forget(age, most)));

    /// <inheritdoc/>
    public async ValueTask WriteAsync(RecordBatch batch)
    {
        var session = Session();
        string? wrong;
        try
        {
            wrong = await session.WriteAsync(batch).ConfigureAwait(false);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            throw Failed(error);
        }

        Refuse(wrong);
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = inDoubt ? MySqlRecovery.Find(_server, _table, _suspect, batch) : BatchFate.Absent;
            _suspect = null;
            _session = MySqlDriverSession.Open(_connections, _table, _endpoint);
            return fate;
        }
        catch (WireException error)
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {error.Message}", isTransient: true,
                isAmbiguous: inDoubt, error);
        }
    }

    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        try
        {
            Keyed().Find(source, timestamp, found);
        }
        catch (Exception e) when (MySqlDriverErrors.IsOfDriver(e))
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc/>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        OperateAsync((source, first, count, found), static (keyed, x) => keyed.ReadAsync(x.source, x.first, x.count, x.found));

    /// <inheritdoc/>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) =>
        OperateAsync((source, timestamp, found), static (keyed, x) => keyed.FindAsync(x.source, x.timestamp, x.found));

    /// <inheritdoc/>
    public ValueTask UpdateAsync(RecordBatch record) => OperateAsync(record, static (keyed, x) => keyed.UpdateAsync(x));

    /// <inheritdoc/>
    public ValueTask DeleteAsync(int source, long sequence) => OperateAsync(
        (Writer: this, source, sequence),
        static async (keyed, x) => x.Writer.LastDeleteFound =
            await keyed.DeleteAsync(x.source, x.sequence).ConfigureAwait(false));

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
            _session = MySqlDriverSession.Open(_connections, _table, _endpoint);
        }
        catch (WireException error)
        {
            throw new BatchWriteException($"The server cannot be reached: {error.Message}", isTransient: true,
                isAmbiguous: true, error);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session?.Dispose();
        _session = null;
    }

    protected override MySqlDriverKeyed Keyed() => Session().Keyed(_table);

    protected override bool IsFailure(Exception error) => MySqlDriverErrors.IsOfDriver(error);

    protected override BatchWriteException Failed(Exception error)
    {
        Abandon();
        return MySqlErrors.OfWrite(MySqlDriverErrors.Translate(error));
    }

    private T Ask<T>(Func<MySqlDriverSession, T> question)
    {
        var session = Session();
        try
        {
            return question(session);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            throw Failed(error);
        }
    }

    private async ValueTask OperateAsync<T>(T needed, Func<MySqlDriverKeyed, T, ValueTask> operation)
    {
        var session = Session();
        try
        {
            await operation(session.Keyed(_table), needed).ConfigureAwait(false);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            throw Failed(error);
        }
    }

    private MySqlDriverSession Session() => _session
        ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    private void Refuse(string? wrong)
    {
        if (wrong is not null)
        {
            Abandon();
            throw new BatchWriteException(wrong, isTransient: false, isAmbiguous: true);
        }
    }

    /// <summary>
    /// Ends a pending call: the driver's blocking calls take no token, and no other thread may touch its connection, so the
    /// server kills the session.
    /// </summary>
    private void Interrupt()
    {
        if (Volatile.Read(ref _session)?.Name is { } name)
        {
            _ = Task.Run(() => _server.TryKill(name));
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
            _session = null;
            _suspect = session.Name;
            session.Dispose();
        }
    }
}
