using DbIngest.Core.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Opens connections to one server, each a server process of its own.</summary>
internal sealed class PostgresSessions : IDisposable
{
    private readonly NpgsqlDataSource _connections;

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
            return _connections.OpenConnection();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            throw new TargetException($"PostgreSQL at {Endpoint} cannot be used: {PostgresErrors.Describe(e)}", e, isUnreachable: true);
        }
    }

    /// <summary>Runs a verb on a connection of its own.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="verb">What is being done, for the message: <c>preparing the table</c>.</param>
    /// <param name="work">The work.</param>
    /// <returns>What the work gave.</returns>
    /// <exception cref="TargetException">The server failed.</exception>
    public T Run<T>(string verb, Func<NpgsqlConnection, T> work)
    {
        using var connection = Open();
        try
        {
            return work(connection);
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            throw new TargetException($"PostgreSQL at {Endpoint} failed while {verb}: {PostgresErrors.Describe(e)}", e, PostgresErrors.IsConnectionLost(e));
        }
    }

    public void Dispose() => _connections.Dispose();
}
