using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Opens Npgsql's connections to one server: for a target's methods, driver writers and the recovery of all writers. Each
/// connection is one server process, and Npgsql's pool is off. <see cref="Run"/> keeps one connection between calls, as a new
/// process costs the server some 30 ms of CPU and a trial calls it eight times. <c>PostgresTarget</c> owns one instance.
/// <c>PostgresDefinition</c>, <c>PostgresPlan</c> and <c>PostgresRecipe</c> create and dispose their own. Connecting starts a
/// thread, so the timed path must not do it.
/// </summary>
internal sealed class PostgresSessions : IDisposable
{
    private readonly NpgsqlDataSource _connections;
    private NpgsqlConnection? _idle;
    private volatile bool _isDisposed;

    /// <summary>Prepares the settings. Contacts no server.</summary>
    /// <param name="endpoint">The server and how to connect.</param>
    /// <param name="timeout">Timeout of one request.</param>
    public PostgresSessions(PostgresEndpoint endpoint, TimeSpan timeout)
    {
        Endpoint = endpoint;
        Timeout = timeout;
        var builder = new NpgsqlDataSourceBuilder(endpoint.ForSessions(timeout).ConnectionString);

        // Loading built-in types only saves the catalogue query of the first connection.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        _connections = builder.Build();
    }

    public PostgresEndpoint Endpoint { get; }

    /// <summary>Timeout of one request.</summary>
    public TimeSpan Timeout { get; }

    /// <summary>Connects.</summary>
    /// <returns>The open connection, which the caller disposes.</returns>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public NpgsqlConnection Open() => DriverCalls.Open(Timeout, _connections.OpenConnection);

    /// <summary>Sets the durability level of a writer's session, own client or driver, and checks that it is in force.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="query">
    /// Runs a statement in the session. Returns the value of synchronous_commit, and the server process.
    /// </param>
    /// <returns>The server process behind the session.</returns>
    /// <exception cref="TargetException">The server does not keep the durability level.</exception>
    public PostgresBackend Enforce(DurabilityContract contract, Func<string, (string InForce, PostgresBackend Backend)> query)
    {
        var (inForce, backend) = query(
            $"SELECT set_config('synchronous_commit', '{contract.Name}', false), pid, {PostgresBackend.StartedAt} "
            + "FROM pg_stat_activity WHERE pid = pg_backend_pid()");
        return inForce == contract.Name
            ? backend
            : throw new TargetException(
                $"PostgreSQL at {Endpoint.Address} does not put synchronous_commit={contract.Name} in force.");
    }

    /// <summary>
    /// Runs work outside of the timed path, for example Prepare or Settle. It uses the idle connection of an earlier call if the
    /// server still answers there, else a new one. Calls at the same time get a connection each.
    /// </summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="work">The work. It is left behind if it is late.</param>
    /// <param name="limit">Longest duration of the work. Null for three requests and 10 s.</param>
    /// <param name="progress">
    /// A growing count, for example of rows read: the limit then applies to the time without progress. Null to limit all of it.
    /// </param>
    /// <returns>The result of the work.</returns>
    /// <exception cref="WireException">The server failed, or is late.</exception>
    public T Run<T>(Func<NpgsqlConnection, T> work, TimeSpan? limit = null, Func<long>? progress = null) => DriverCalls.Run(
        limit ?? Deadline.OfVerb(Timeout),
        () =>
        {
            var connection = TakeIdle() ?? Open();
            bool isDone = false;
            try
            {
                var result = work(connection);
                isDone = true;
                return result;
            }
            finally
            {
                if (isDone)
                {
                    Keep(connection);
                }
                else
                {
                    connection.Dispose();
                }
            }
        },
        progress);

    /// <summary>Closes the idle connection: the next <see cref="Run"/> starts a new server process.</summary>
    public void CloseIdle() => Interlocked.Exchange(ref _idle, null)?.Dispose();

    /// <summary>Closes the idle connection. A call of <see cref="Run"/> that is under way closes its connection itself.</summary>
    public void Dispose()
    {
        _isDisposed = true;
        CloseIdle();
        _connections.Dispose();
    }

    private NpgsqlConnection? TakeIdle()
    {
        var connection = Interlocked.Exchange(ref _idle, null);

        // Limited like a login: a driver's timeout starts again with each byte that the server sends.
        return connection is not null && DriverCalls.Run(Deadline.OfVerb(Timeout), () => Answers(connection)) ? connection : null;
    }

    /// <summary>
    /// True if the server answers on the connection. Else closes it: the server was restarted, or has closed it, and a new
    /// connection shows whether the server is gone.
    /// </summary>
    private static bool Answers(NpgsqlConnection connection)
    {
        try
        {
            connection.Execute("SELECT 1");
            return true;
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            connection.Dispose();
            return false;
        }
    }

    private void Keep(NpgsqlConnection connection)
    {
        Interlocked.Exchange(ref _idle, connection)?.Dispose();
        if (_isDisposed)
        {
            CloseIdle();
        }
    }
}
