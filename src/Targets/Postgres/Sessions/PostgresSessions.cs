using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Opens Npgsql's connections to one server, each a server process of its own: for everything but writing by our own client.
/// </summary>
internal sealed class PostgresSessions : IDisposable
{
    private readonly NpgsqlDataSource _connections;

    /// <summary>Makes ready to open connections.</summary>
    /// <param name="endpoint">Where the server is.</param>
    /// <param name="timeout">How long one request may take.</param>
    public PostgresSessions(PostgresEndpoint endpoint, TimeSpan timeout)
    {
        Endpoint = endpoint;
        Timeout = timeout;
        var builder = new NpgsqlDataSourceBuilder(endpoint.ForSessions(timeout).ConnectionString);

        // Built-in types only: saves the catalogue query of the first connection.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        _connections = builder.Build();
    }

    public PostgresEndpoint Endpoint { get; }

    /// <summary>How long one request may take.</summary>
    public TimeSpan Timeout { get; }

    /// <summary>Opens a connection.</summary>
    /// <returns>The open connection.</returns>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public NpgsqlConnection Open() => DriverCalls.Open(Timeout, _connections.OpenConnection);

    /// <summary>Puts a durability level in force for a connection.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="query">Runs a statement there; gives the value of synchronous_commit in its row, and the server
    /// process.</param>
    /// <returns>The server process behind the connection.</returns>
    /// <exception cref="TargetException">The server does not keep it.</exception>
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

    /// <summary>Runs the work of a verb on its own connection.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="work">The work. It is left behind when it is late.</param>
    /// <param name="limit">How long the work may take; null for that of a few requests.</param>
    /// <param name="progress">As of <see cref="DriverCalls"/>.</param>
    /// <returns>What the work gave.</returns>
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
