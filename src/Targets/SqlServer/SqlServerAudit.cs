using DbIngest.Abstractions.Audit;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Reads all stored rows for the audit, on one session. <see cref="SqlServerTarget"/> calls it once the server has settled. A
/// cancelled read leaves the session unusable, so the caller must dispose it. Changes nothing.
/// </summary>
internal static class SqlServerAudit
{
    private const int RowsBetweenLooks = 4096;

    /// <summary>Reads all rows.</summary>
    /// <param name="session">A session of the trials' database.</param>
    /// <param name="table">The table.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Run(ISqlServerSession session, SqlServerTable table, StoredContent audit, CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[audit.ValueCount];
        var rows = session.Query(table.Select);
        int count = 0;
        while (rows.Read())
        {
            int source = rows.Int32();
            long sequence = rows.Int64();
            long timestamp = rows.Int64();
            uint quality = unchecked((uint)rows.Int32());
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = rows.Double();
            }

            part.Add(source, sequence, timestamp, quality, values);
            if (++count % RowsBetweenLooks == 0)
            {
                // Cancellation ends the session, so the rest of the answer is not read.
                cancellation.ThrowIfCancellationRequested();
            }
        }

        rows.Dispose();
    }
}
