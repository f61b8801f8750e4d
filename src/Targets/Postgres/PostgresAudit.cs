using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Reads the stored rows back by binary COPY, several ranges of pages at once where the table has pages.</summary>
internal static class PostgresAudit
{
    // A part below 8 MB is not worth a statement.
    private const long MinPagesPerPart = 1024;
    private const int MaxParts = 8;

    /// <summary>Reads all rows.</summary>
    /// <param name="sessions">Where to connect.</param>
    /// <param name="table">The table.</param>
    /// <param name="hasPages">Whether it has pages of its own, so that parts of it can be read at once.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="WireException">The server failed.</exception>
    public static void Run(PostgresSessions sessions, PostgresTable table, bool hasPages, StoredContent audit,
        CancellationToken cancellation)
    {
        var (pages, version) = sessions.Run(connection =>
        {
            using var command = new NpgsqlCommand(
                $"SELECT pg_relation_size('{PostgresTable.Name}') / current_setting('block_size')::int8", connection);
            return ((long)command.ExecuteScalar()!, connection.PostgreSqlVersion.Major);
        });

        // Before version 14 a range of pages was found by reading the whole table.
        int parts = version < 14 || !hasPages ? 1 : (int)Math.Clamp(pages / MinPagesPerPart, 1, MaxParts);
        ParallelRead.Run(
            [.. Enumerable.Range(0, parts).Select(i => !hasPages ? table.CopyAllOut
                : table.CopyOut(pages * i / parts, i == parts - 1 ? null : pages * (i + 1) / parts))],
            statements => sessions.Run(
                connection =>
                {
                    using var part = audit.OpenPartition();
                    foreach (string statement in statements)
                    {
                        Read(connection, statement, part, audit.ValueCount, cancellation);
                    }

                    return true;
                },
                progress: () => audit.RowsRead),
            cancellation);
    }

    private static void Read(NpgsqlConnection connection, string statement, StoredPartition part, int valueCount,
        CancellationToken cancellation)
    {
        var stream = connection.BeginRawBinaryCopy(statement);
        try
        {
            new CopyDecoder(stream, valueCount).ReadAll(part, cancellation);
        }
        catch
        {
            // Otherwise closing would read the rest of the table first.
            Cancel(stream);
            throw;
        }

        stream.Dispose();
    }

    /// <summary>
    /// Gives the reading up. Where the server is gone there is nothing to give up, and why it is gone is to be said.
    /// </summary>
    private static void Cancel(NpgsqlRawCopyStream stream)
    {
        try
        {
            stream.Cancel();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // The first exception says it.
        }
    }
}
