using DbIngest.Core.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>A writer's connection under a durability contract, and which server process is behind it.</summary>
internal sealed class PostgresSession : IDisposable
{
    private PostgresSession(NpgsqlConnection connection, PostgresBackend backend)
    {
        Connection = connection;
        Backend = backend;
    }

    public NpgsqlConnection Connection { get; }

    public PostgresBackend Backend { get; }

    /// <summary>Connects and puts the contract in force.</summary>
    /// <param name="sessions">Where to connect.</param>
    /// <param name="contract">The contract.</param>
    /// <returns>The session.</returns>
    /// <exception cref="TargetException">The server cannot be reached or refuses the contract.</exception>
    public static PostgresSession Open(PostgresSessions sessions, DurabilityContract contract)
    {
        var connection = sessions.Open();
        try
        {
            using var command = new NpgsqlCommand(
                "SELECT set_config('synchronous_commit', $1, false), pid, " + PostgresBackend.StartedAt
                + " FROM pg_stat_activity WHERE pid = pg_backend_pid()",
                connection);
            command.Parameters.Add(new() { Value = contract.Name });
            using var reader = command.ExecuteReader();
            if (!reader.Read() || reader.GetString(0) != contract.Name)
            {
                throw new TargetException($"PostgreSQL at {sessions.Endpoint} does not put synchronous_commit={contract.Name} in force.");
            }

            return new(connection, new(reader.GetInt32(1), reader.GetInt64(2)));
        }
        catch (Exception e)
        {
            connection.Dispose();
            if (PostgresErrors.IsDriverFailure(e))
            {
                throw new TargetException(
                    $"PostgreSQL at {sessions.Endpoint} refuses durability '{contract.Name}': {PostgresErrors.Describe(e)}",
                    e,
                    PostgresErrors.IsConnectionLost(e));
            }

            throw;
        }
    }

    public void Dispose() => Connection.Dispose();
}
