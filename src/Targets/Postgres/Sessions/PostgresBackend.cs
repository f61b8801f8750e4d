using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The server process behind one connection. A session reads it when it connects, and <c>PostgresWriter</c> identifies a lost
/// session by it. No batch may be written again before <see cref="EnsureGone"/> has returned. Process ids are reused, so the
/// start time belongs to the identity.
/// </summary>
/// <param name="Pid">Process id as the server sees it.</param>
/// <param name="StartedUs">Start time in microseconds since 1970 by the server's clock.</param>
internal readonly record struct PostgresBackend(int Pid, long StartedUs)
{
    /// <summary>Expression over pg_stat_activity that yields <see cref="StartedUs"/>.</summary>
    public const string StartedAt = "(extract(epoch FROM backend_start) * 1000000)::int8";

    /// <summary>
    /// Waits until the process has ended, and terminates it if allowed: it may still read a batch from its socket and commit it.
    /// </summary>
    /// <param name="connection">Another connection to the same server.</param>
    /// <param name="timeout">Longest wait.</param>
    /// <exception cref="BatchWriteException">The process has not ended.</exception>
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

    private bool Exists(NpgsqlConnection connection) => connection.Scalar(
        $"SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND {StartedAt} = $2", Pid, StartedUs) is not null;

    private void Terminate(NpgsqlConnection connection)
    {
        try
        {
            connection.Execute(
                $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND {StartedAt} = $2", Pid, StartedUs);
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            // Without the permission, the process ends once it notices that its client is gone. The caller goes on waiting.
        }
    }
}
