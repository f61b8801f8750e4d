using DbIngest.Abstractions.Targets;
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
    /// <exception cref="TargetException">The server cannot be reached, or refuses.</exception>
    public NpgsqlConnection Open()
    {
        try
        {
            return Deadline.Run(
                Deadline.OfVerb(Timeout),
                _connections.OpenConnection,
                () => new TargetException(
                    $"PostgreSQL at {Endpoint} cannot be used: it does not finish with the login within "
                    + $"{Deadline.OfVerb(Timeout).TotalSeconds:0} s, though it may send something now and then.", isUnreachable: true),
                late => late.Dispose());
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            throw new TargetException($"PostgreSQL at {Endpoint} cannot be used: {PostgresErrors.Describe(e)}", e,
                isUnreachable: true);
        }
        catch (Exception e) when (
            e is OutOfMemoryException or OverflowException or IndexOutOfRangeException or ArgumentOutOfRangeException)
        {
            // What the driver makes of a message whose length is nonsense.
            throw new TargetException(
                $"What answers at {Endpoint} does not speak PostgreSQL's protocol: the driver cannot read its answer to the "
                + $"login ({e.Message})", e, isUnreachable: true);
        }
    }

    /// <summary>Puts a contract in force for a connection.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="query">Runs a statement there; gives the value of synchronous_commit in its row, and the server
    /// process.</param>
    /// <returns>The server process behind the connection.</returns>
    /// <exception cref="TargetException">The server refuses.</exception>
    public PostgresBackend Enforce(DurabilityContract contract, Func<string, (string InForce, PostgresBackend Backend)> query)
    {
        try
        {
            var (inForce, backend) = query(
                $"SELECT set_config('synchronous_commit', '{contract.Name}', false), pid, {PostgresBackend.StartedAt} "
                + "FROM pg_stat_activity WHERE pid = pg_backend_pid()");
            return inForce == contract.Name
                ? backend
                : throw new TargetException(
                    $"PostgreSQL at {Endpoint} does not put synchronous_commit={contract.Name} in force.");
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            throw new TargetException(
                $"PostgreSQL at {Endpoint} refuses durability '{contract.Name}': {PostgresErrors.Describe(e)}", e,
                    PostgresErrors.IsConnectionLost(e));
        }
    }

    /// <summary>Runs a verb on a connection of its own.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="verb">What is being done, for the message: <c>preparing the table</c>.</param>
    /// <param name="work">The work. It is left behind when it is late.</param>
    /// <param name="limit">How long the work may take; null for that of a few requests.</param>
    /// <param name="progress">Grows as the work gets on, and then the limit begins anew: rows that were read; null where there is
    /// none.</param>
    /// <returns>What the work gave.</returns>
    /// <exception cref="TargetException">The server failed, or is late.</exception>
    public T Run<T>(string verb, Func<NpgsqlConnection, T> work, TimeSpan? limit = null, Func<long>? progress = null)
    {
        var longest = limit ?? Deadline.OfVerb(Timeout);
        return Deadline.Run(
            longest,
            () => RunHere(verb, work),
            () => new TargetException(
                $"PostgreSQL at {Endpoint} did not get on with {verb} for {longest.TotalSeconds:0} s, though it may have sent "
                + $"something now and then: it is not waited for. Where requests take as long, give a longer --request-timeout."),
            progress: progress);
    }

    public void Dispose() => _connections.Dispose();

    private T RunHere<T>(string verb, Func<NpgsqlConnection, T> work)
    {
        using var connection = Open();
        try
        {
            return work(connection);
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            throw new TargetException($"PostgreSQL at {Endpoint} failed while {verb}: {PostgresErrors.Describe(e)}", e,
                PostgresErrors.IsConnectionLost(e));
        }
    }
}
