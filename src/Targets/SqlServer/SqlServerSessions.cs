using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Connects one client to one server, for a target and its writers. <see cref="SqlServerDefinition"/> creates one per target,
/// which runs its methods through it and gives it to its writers. It never retries. Connecting starts a thread, so the timed path
/// must not do it.
/// </summary>
/// <param name="endpoint">The server and how to connect.</param>
/// <param name="timeout">Timeout of one request.</param>
internal abstract class SqlServerSessions(SqlServerEndpoint endpoint, TimeSpan timeout)
{
    /// <summary>The database of the server itself, which always exists.</summary>
    public const string Master = "master";

    /// <summary>The server and how to connect.</summary>
    public SqlServerEndpoint Endpoint => endpoint;

    /// <summary>Timeout of one request.</summary>
    public TimeSpan Timeout => timeout;

    /// <summary>Version of Babelfish. Null for SQL Server itself, and before <see cref="Recognise"/>.</summary>
    public string? Babelfish { get; private set; }

    /// <summary>
    /// The <c>synchronous_commit</c> that writers set in their sessions of Babelfish. Null for SQL Server, whose database has the
    /// durability level.
    /// </summary>
    public string? Commit { get; private set; }

    /// <summary>The vendor's driver with its version. Null for the wire client.</summary>
    public virtual string? Driver => null;

    /// <summary>Protocol of the wire client. Null for the driver.</summary>
    public virtual string? Protocol => null;

    /// <summary>Connects. The caller disposes the session.</summary>
    /// <param name="database">The database to use.</param>
    /// <param name="timeout">Timeout of one request.</param>
    /// <returns>The connection.</returns>
    public abstract ISqlServerSession Connect(string database, TimeSpan timeout);

    /// <summary>Connects a writer to the endpoint's database.</summary>
    /// <param name="table">The table.</param>
    public abstract ISqlServerLoad ConnectWriting(SqlServerTable table);

    /// <summary>
    /// Determines which product answers. <see cref="SqlServerDefinition"/> calls it once when it opens a target, before anything
    /// reads <see cref="Babelfish"/> or <see cref="Commit"/>.
    /// </summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="contract">The durability level.</param>
    public void Recognise(ISqlServerSession session, DurabilityContract contract)
    {
        Babelfish = SqlServer.Babelfish.Version(session);
        Commit = Babelfish is null ? null : SqlServer.Babelfish.Commit(contract);
    }

    /// <summary>Connects within a deadline.</summary>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public T Open<T>(Func<T> connect) => DriverCalls.Open(timeout, connect);

    /// <summary>Runs work outside of the timed path on a new session, for example Prepare or Settle.</summary>
    /// <param name="database">The database to use.</param>
    /// <param name="work">Uses the session, which is closed afterwards.</param>
    /// <param name="cancellation">Asks the server to cancel the pending request.</param>
    /// <param name="requestTimeout">Timeout of one request. Null for <see cref="Timeout"/>.</param>
    /// <param name="progress">
    /// A growing count, for example of rows read: the limit then applies to the time without progress. Null to limit all of it.
    /// </param>
    /// <exception cref="WireException">The server failed, refused or was late.</exception>
    public T Run<T>(string database, Func<ISqlServerSession, T> work, CancellationToken cancellation,
        TimeSpan? requestTimeout = null, Func<long>? progress = null)
    {
        var longest = requestTimeout ?? timeout;
        return DriverCalls.Run(
            Deadline.OfVerb(longest),
            () =>
            {
                using var session = Open(() => Connect(database, longest));

                // Cancelling waits for the network. It runs on another thread, so that the caller does not wait for a silent
                // server.
                using var registration = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => session.Cancel()));
                return work(session);
            },
            progress);
    }
}
