using DbIngest.Wire;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes the batches of one lane through DbIngest's own client. <see cref="MySqlTarget"/> opens one per lane. The lane's thread
/// calls it, or one thread at a time of a service. A cancellation closes its connection from another thread.
/// </summary>
internal sealed class MySqlWriter : MySqlLaneWriter<MySqlSession, MySqlKeyed>
{
    private readonly MySqlEndpoint _endpoint;

    /// <summary>Connects.</summary>
    /// <param name="server">The server.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method and its sizes.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public MySqlWriter(MySqlSessions server, MySqlTable table, MySqlEndpoint endpoint, CancellationToken cancellation)
        : base(server, table)
    {
        _endpoint = endpoint;
        Begin(cancellation);
    }

    protected override MySqlSession Open() => MySqlSession.Open(Server, Table, _endpoint);

    protected override void Interrupt() => Current?.Dispose();

    protected override MySqlKeyed Keyed() => Session().Keyed(Table);

    protected override bool IsFailure(Exception error) => error is WireException;

    protected override WireException Translated(Exception error) => (WireException)error;
}
