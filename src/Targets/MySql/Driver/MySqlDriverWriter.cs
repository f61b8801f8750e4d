using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>Writes each batch as one transaction by the driver. Our own client finds out what became of a lost batch.</summary>
internal sealed class MySqlDriverWriter : IBatchWriter
{
    private readonly DriverConnections _connections;
    private readonly MySqlServer _server;
    private readonly MySqlTable _table;
    private readonly MySqlEndpoint _endpoint;
    private readonly CancellationTokenRegistration _interruption;
    private MySqlDriverSession? _session;
    private string? _suspect;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="connections">Makes connections.</param>
    /// <param name="server">The server, for our own client.</param>
    /// <param name="table">The table.</param>
    /// <param name="endpoint">How batches go in.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public MySqlDriverWriter(
        DriverConnections connections, MySqlServer server, MySqlTable table, MySqlEndpoint endpoint, CancellationToken cancellation)
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
        var session = _session ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
        string? wrong;
        try
        {
            wrong = session.Write(batch);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error))
        {
            Abandon();
            throw MySqlErrors.OfWrite(MySqlDriverErrors.Translate(error));
        }

        if (wrong is not null)
        {
            Abandon();
            throw new BatchWriteException(wrong, isTransient: false, isAmbiguous: true);
        }
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
            throw new BatchWriteException($"The fate of the batch is not known yet: {error.Message}", isTransient: true, isAmbiguous: inDoubt, error);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session?.Dispose();
        _session = null;
    }

    /// <summary>A blocking call of the driver takes no token, and no other thread may touch its connection: the server ends the session.</summary>
    private void Interrupt()
    {
        if (Volatile.Read(ref _session)?.Name is { } name)
        {
            _ = Task.Run(() => _server.TryKill(name));
        }
    }

    /// <summary>Gives the connection up. The server's thread may still be at work on what it has received.</summary>
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
