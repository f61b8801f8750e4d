using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Opens connections of one client to one server, for batches and for everything that is not timed. The target runs its verbs by
/// it; each writer connects by it.
/// </summary>
/// <param name="endpoint">The server.</param>
/// <param name="timeout">How long one request may take.</param>
internal abstract class SqlServerSessions(SqlServerEndpoint endpoint, TimeSpan timeout)
{
    public const string Master = "master";

    /// <summary>The server.</summary>
    public SqlServerEndpoint Endpoint => endpoint;

    /// <summary>How long one request may take.</summary>
    public TimeSpan Timeout => timeout;

    /// <summary>The version of Babelfish where it is what answers; null for SQL Server itself.</summary>
    public string? Babelfish { get; private set; }

    /// <summary>How sessions that write commit, where that is theirs to say; null where it is the database's.</summary>
    public string? Commit { get; private set; }

    /// <summary>The vendor's driver with its version; null where the wire client connects.</summary>
    public virtual string? Driver => null;

    /// <summary>The protocol that the wire client speaks; null where the driver connects.</summary>
    public virtual string? Protocol => null;

    /// <summary>Connects.</summary>
    /// <param name="database">The database.</param>
    /// <param name="timeout">How long a request may take.</param>
    /// <returns>The connection.</returns>
    public abstract ISqlServerSession Connect(string database, TimeSpan timeout);

    /// <summary>Connects for writing, to the endpoint's database.</summary>
    /// <param name="table">The table.</param>
    public abstract ISqlServerLoad ConnectWriting(SqlServerTable table);

    /// <summary>Looks which engine answers.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="contract">The durability level that writing keeps.</param>
    public void Recognise(ISqlServerSession session, DurabilityContract contract)
    {
        Babelfish = SqlServer.Babelfish.Version(session);
        Commit = Babelfish is null ? null : SqlServer.Babelfish.Commit(contract);
    }

    /// <summary>Connects under a deadline.</summary>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public T Open<T>(Func<T> connect) => DriverCalls.Open(timeout, connect);

    /// <summary>Runs the work of a verb on its own connection.</summary>
    /// <param name="database">The database to use.</param>
    /// <param name="work">The work.</param>
    /// <param name="cancellation">Asks the server to give up what is under way.</param>
    /// <param name="requestTimeout">How long a request may take; null for <see cref="Timeout"/>.</param>
    /// <param name="progress">As of <see cref="DriverCalls"/>.</param>
    /// <exception cref="WireException">The server failed or refused, or is late.</exception>
    public T Run<T>(string database, Func<ISqlServerSession, T> work, CancellationToken cancellation,
        TimeSpan? requestTimeout = null, Func<long>? progress = null)
    {
        var longest = requestTimeout ?? timeout;
        return DriverCalls.Run(
            Deadline.OfVerb(longest),
            () =>
            {
                using var session = Open(() => Connect(database, longest));

                // Cancelling waits for the network: on another thread, so that whoever cancels does not wait for a server that
                // does not answer.
                using var registration = cancellation.Register(() => ThreadPool.QueueUserWorkItem(_ => session.Cancel()));
                return work(session);
            },
            progress);
    }
}
