using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// A process of the server that serves one connection. Process ids are reused, so its start is part of its identity.
/// </summary>
/// <param name="Pid">The process id, as the server sees it.</param>
/// <param name="StartedUs">When it started, in microseconds since 1970 by the server's clock.</param>
internal readonly record struct PostgresBackend(int Pid, long StartedUs)
{
    /// <summary>The expression over pg_stat_activity that gives <see cref="StartedUs"/>.</summary>
    public const string StartedAt = "(extract(epoch FROM backend_start) * 1000000)::int8";

    /// <summary>
    /// Makes sure that the process has left the server: it may still be reading a batch from its socket, and commit it later.
    /// </summary>
    /// <param name="connection">Another connection to the same server.</param>
    /// <param name="timeout">How long to wait.</param>
    /// <exception cref="BatchWriteException">It is still there.</exception>
    public void EnsureGone(NpgsqlConnection connection, TimeSpan timeout)
    {
        long started = Stopwatch.GetTimestamp();
        bool asked = false;
        while (Exists(connection))
        {
            if (!asked)
            {
                Terminate(connection);
                asked = true;
            }

            if (Stopwatch.GetElapsedTime(started) > timeout)
            {
                throw new BatchWriteException(
                    $"The server process {Pid} of the lost connection is still there: what becomes of the batch is not known "
                    + $"yet.",
                    isTransient: true,
                    isAmbiguous: true);
            }

            Thread.Sleep(10);
        }
    }

    private bool Exists(NpgsqlConnection connection)
    {
        using var command = Command($"SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND {StartedAt} = $2", connection);
        return (long)command.ExecuteScalar()! > 0;
    }

    private void Terminate(NpgsqlConnection connection)
    {
        try
        {
            using var command = Command(
                $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND {StartedAt} = $2", connection);
            command.ExecuteScalar();
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            // Then it ends by itself once it notices that its client has gone; the caller goes on waiting.
        }
    }

    private NpgsqlCommand Command(string sql, NpgsqlConnection connection) => new(sql, connection)
    {
        Parameters = { new() { Value = Pid }, new() { Value = StartedUs } },
    };
}
