using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Reads the stored rows back by binary COPY, in as many parts at once as there are cores.</summary>
internal static class PostgresAudit
{
    // A part below 8 MB is not worth a connection.
    private const long MinPagesOfPart = 1024;
    private const int MaxParts = 8;

    /// <summary>Reads all rows.</summary>
    /// <param name="sessions">Where to connect.</param>
    /// <param name="table">The table.</param>
    /// <param name="hasPages">Whether it has pages of its own, so that parts of it can be read at once.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="TargetException">The server failed.</exception>
    public static void Run(PostgresSessions sessions, PostgresTable table, bool hasPages, StoredContent audit,
        CancellationToken cancellation)
    {
        var (pages, version) = sessions.Run("reading the table's size", connection =>
        {
            using var command = new NpgsqlCommand(
                $"SELECT pg_relation_size('{PostgresTable.Name}') / current_setting('block_size')::int8", connection);
            return ((long)command.ExecuteScalar()!, connection.PostgreSqlVersion.Major);
        });

        // Before version 14 a range of pages was found by reading the whole table.
        int parts = version < 14 || !hasPages ? 1
            : (int)Math.Clamp(pages / MinPagesOfPart, 1, Math.Min(Environment.ProcessorCount, MaxParts));
        using var failure = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        Exception? first = null;
        var threads = new Thread[parts];
        for (int i = 0; i < parts; i++)
        {
            string sql = !hasPages ? table.CopyAllOut
                : table.CopyOut(pages * i / parts, i == parts - 1 ? null : pages * (i + 1) / parts);
            threads[i] = new(() =>
            {
                try
                {
                    ReadPart(sessions, sql, audit, failure.Token);
                }
                catch (Exception e)
                {
                    Interlocked.CompareExchange(ref first, e, null);
                    failure.Cancel();
                }
            })
            { IsBackground = true, Name = "postgres audit" };
            threads[i].Start();
        }

        foreach (var thread in threads)
        {
            thread.Join();
        }

        if (first is not null)
        {
            ExceptionDispatchInfo.Throw(first);
        }
    }

    private static void ReadPart(PostgresSessions sessions, string sql, StoredContent audit, CancellationToken cancellation) =>
        sessions.Run("reading the records back", connection =>
        {
            using var part = audit.OpenPartition();
            var stream = connection.BeginRawBinaryCopy(sql);
            try
            {
                new CopyDecoder(stream, audit.ValueCount).ReadAll(part, cancellation);
            }
            catch
            {
                // Otherwise closing would read the rest of the table first.
                Cancel(stream);
                throw;
            }

            stream.Dispose();
            return true;
        }, progress: () => audit.RowsRead);

    /// <summary>
    /// Gives the reading up. Where the server is gone there is nothing to give up, and why it is gone is to be said.
    /// </summary>
    private static void Cancel(NpgsqlRawCopyStream stream)
    {
        try
        {
            stream.Cancel();
        }
        catch (Exception e) when (PostgresErrors.IsDriverFailure(e))
        {
            // The first exception says it.
        }
    }
}
