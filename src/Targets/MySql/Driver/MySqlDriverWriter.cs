using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes the batches of one lane through the vendor's driver. <see cref="MySqlDriverPath"/> opens one per lane. The lane's
/// thread calls it, or one thread at a time of a service. No other thread may touch its connection, so a cancellation lets the
/// server kill the session.
/// </summary>
internal sealed class MySqlDriverWriter : MySqlLaneWriter<MySqlDriverSession, MySqlDriverKeyed>, IAsyncOperations
{
    private readonly DriverConnections _connections;
    private readonly MySqlEndpoint _endpoint;

    /// <summary>Connects.</summary>
    /// <param name="connections">Opens the driver's connections.</param>
    /// <param name="server">The server, for recovery and cancellation.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method and its sizes.</param>
    /// <param name="cancellation">Kills the session at the server when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public MySqlDriverWriter(
        DriverConnections connections, MySqlSessions server, MySqlTable table, MySqlEndpoint endpoint,
            CancellationToken cancellation)
        : base(server, table)
    {
        _connections = connections;
        _endpoint = endpoint;
        Begin(cancellation);
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(RecordBatch batch)
    {
        var session = Session();
        string? wrong;
        try
        {
            wrong = await session.WriteAsync(batch).ConfigureAwait(false);
        }
        catch (Exception error) when (IsFailure(error))
        {
            throw Failed(error);
        }

        Refuse(wrong);
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

    protected override MySqlDriverSession Open() => MySqlDriverSession.Open(_connections, Table, _endpoint);

    /// <summary>
    /// Ends a pending call: the driver's blocking calls take no token, and no other thread may touch its connection, so the
    /// server kills the session.
    /// </summary>
    protected override void Interrupt()
    {
        if (Current?.Name is { } name)
        {
            _ = Task.Run(() => Server.TryKill(name));
        }
    }

    protected override MySqlDriverKeyed Keyed() => Session().Keyed(Table);

    protected override bool IsFailure(Exception error) => MySqlDriverErrors.IsOfDriver(error);

    protected override WireException Translated(Exception error) => MySqlDriverErrors.Translate(error);

    private async ValueTask OperateAsync<T>(T needed, Func<MySqlDriverKeyed, T, ValueTask> operation)
    {
        var session = Session();
        try
        {
            await operation(session.Keyed(Table), needed).ConfigureAwait(false);
        }
        catch (Exception error) when (IsFailure(error))
        {
            throw Failed(error);
        }
    }
}
