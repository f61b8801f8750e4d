using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Opens Npgsql's connections to one server: for a target's methods, driver writers and the recovery of all writers. Each
/// connection is one server process, and none is pooled. <c>PostgresTarget</c> owns one. <c>PostgresDefinition</c>,
/// <c>PostgresPlan</c> and <c>PostgresRecipe</c> create and dispose their own. Connecting starts a thread, so the timed path must
/// not do it.
/// </summary>
internal sealed class PostgresSessions : IDisposable
{
    private readonly NpgsqlDataSource _connections;

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

    /// <summary>Runs work outside of the timed path on a new connection, for example Prepare or Settle.</summary>
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
            using var connection = Open();
            return work(connection);
        },
        progress);

    public void Dispose() => _connections.Dispose();
}
