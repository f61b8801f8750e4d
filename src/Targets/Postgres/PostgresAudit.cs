using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Reads all stored rows for the audit by binary COPY: in up to 8 ranges of pages, on a thread per core, on a server from version
/// 14 on if the table has pages, else by one statement. <see cref="PostgresTarget"/> calls it once the server has settled. Its
/// ranges must cover every page exactly once. Changes nothing.
/// </summary>
internal static class PostgresAudit
{
    // A part below 8 MB does not justify a statement.
    private const long MinPagesPerPart = 1024;
    private const int MaxParts = 8;

    /// <summary>Reads all rows.</summary>
    /// <param name="sessions">Connects.</param>
    /// <param name="table">The table.</param>
    /// <param name="hasPages">True if parts of the table can be read by pages.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">The server failed.</exception>
    public static void Run(PostgresSessions sessions, PostgresTable table, bool hasPages, StoredContent audit,
        CancellationToken cancellation)
    {
        var (pages, version) = sessions.Run(connection => (
            (long)connection.Scalar($"SELECT pg_relation_size('{PostgresTable.Name}') / current_setting('block_size')::int8")!,
            connection.PostgreSqlVersion.Major));

        // Before version 14, reading a range of pages scanned the whole table.
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
            // Closing without this would first read the rest of the table.
            Cancel(stream);
            throw;
        }

        stream.Dispose();
    }

    /// <summary>Cancels a read. Ignores the failure if the server is gone, since the first exception says why.</summary>
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
