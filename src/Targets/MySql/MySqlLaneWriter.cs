using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes the batches of one lane into MySQL or MariaDB, one transaction per batch, over its own connection.
/// <see cref="MySqlWriter"/> and <see cref="MySqlDriverWriter"/> derive from it, each with a client. It never retries. After a
/// failure it has no connection until <see cref="Recover"/> or <see cref="Restore"/>, which ask the server through DbIngest's own
/// client.
/// </summary>
/// <typeparam name="TSession">The client's session.</typeparam>
/// <typeparam name="TKeyed">The client's statements on single records.</typeparam>
/// <param name="server">The server, for recovery.</param>
/// <param name="table">The table and its statements.</param>
internal abstract class MySqlLaneWriter<TSession, TKeyed>(MySqlSessions server, MySqlTable table)
    : InstantKeyedWriter<TKeyed>, IBatchWriter, IConditionalUpdates, IInstantReads, IRequestLedger
    where TSession : class, IMySqlSession
    where TKeyed : class, IKeyedInstants
{
    private CancellationTokenRegistration _interruption;
    private TSession? _session;
    private string? _suspect;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public bool RestoreFences => true;

    protected MySqlSessions Server { get; } = server;

    protected MySqlTable Table { get; } = table;

    /// <summary>The session, for <see cref="Interrupt"/>, which another thread calls. Null after a failure.</summary>
    protected TSession? Current => Volatile.Read(ref _session);

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var session = Session();
        string? wrong;
        try
        {
            wrong = session.Write(batch);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
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
            if (session.Execute(Table.Ledger.Insert(request)) == 0)
            {
                session.Execute("ROLLBACK");
                return false;
            }

            Refuse(session.Write(batch, isInTransaction: true));
            session.Execute("COMMIT");
            return true;
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc/>
    public string? ContentOf(LedgerRow request) => Ask(session => session.Text(Table.Ledger.Find(request)));

    /// <inheritdoc/>
    public int Forget(TimeSpan age, int most) => Ask(session => session.Execute(Table.Ledger.Forget(age, most)));

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = inDoubt ? MySqlRecovery.Find(Server, Table, _suspect, batch) : BatchFate.Absent;
            _suspect = null;
            _session = Open();
            return fate;
        }
        catch (WireException e)
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {e.Message}", isTransient: true,
                isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Restore()
    {
        Abandon();
        try
        {
            if (_suspect is { } name)
            {
                using var connection = Server.Open();
                MySqlSession.EnsureGone(connection, name, Server.Timeout);
                connection.Close();
            }

            _suspect = null;
            _session = Open();
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
        _session?.Close();
        _session = null;
    }

    /// <summary>Opens the first session. The constructors call it once they have all that <see cref="Open"/> needs.</summary>
    /// <param name="cancellation">Ends a pending call when triggered.</param>
    protected void Begin(CancellationToken cancellation)
    {
        _session = Open();
        _interruption = cancellation.Register(Interrupt);
    }

    /// <summary>Opens a session.</summary>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    protected abstract TSession Open();

    /// <summary>Ends a pending call.</summary>
    protected abstract void Interrupt();

    /// <summary>Converts a failure of the client into that of DbIngest's own client.</summary>
    protected abstract WireException Translated(Exception error);

    protected sealed override BatchWriteException Failed(Exception error)
    {
        Abandon();
        return MySqlErrors.OfWrite(Translated(error));
    }

    /// <summary>The session. Throws a transient failure if the writer has none.</summary>
    protected TSession Session() => _session
        ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    /// <summary>Throws if the server did anything but store a batch unchanged.</summary>
    /// <param name="wrong">The server's deviation, as a sentence. Null if it stored the batch unchanged.</param>
    protected void Refuse(string? wrong)
    {
        if (wrong is not null)
        {
            Abandon();
            throw new BatchWriteException(wrong, isTransient: false, isAmbiguous: true);
        }
    }

    private T Ask<T>(Func<TSession, T> question)
    {
        var session = Session();
        try
        {
            return question(session);
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw Failed(e);
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
