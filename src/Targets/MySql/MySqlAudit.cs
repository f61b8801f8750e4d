using DbIngest.Abstractions.Audit;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Reads the stored rows of an audit's share of the sources in binary. <see cref="MySqlTarget"/> calls it once the server has
/// settled. It uses one session, since a table without a key has no ranges to read in parallel. Changes nothing.
/// </summary>
internal static class MySqlAudit
{
    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    /// <summary>Reads all rows of the audit's share.</summary>
    /// <param name="connection">A session, which a cancellation cuts.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Run(Wire.MySql.MySqlConnection connection, MySqlTable table, StoredContent audit,
        CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[table.Schema.ValueCount];
        var statement = connection.Prepare(table.Read(audit.Share));
        statement.Begin();
        statement.Send();
        for (long rows = 0; statement.TryRead(out var row); rows++)
        {
            if (rows % RowsBetweenLooks == 0)
            {
                cancellation.ThrowIfCancellationRequested();
            }

            var (source, sequence, timestamp, quality) = (row.Int32(), row.Int64(), row.Int64(), (uint)row.Int32());
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = row.Double();
            }

            part.Add(source, sequence, timestamp, quality, values);
        }
    }
}
