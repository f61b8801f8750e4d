using DbIngest.Abstractions.Audit;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Reads the stored rows back, in binary, over one connection: without a key there are no ranges that could be read side by side.
/// </summary>
internal static class MySqlAudit
{
    private const int RowsBetweenLooks = 4096;

    /// <summary>Reads all rows.</summary>
    /// <param name="connection">A session, which a cancellation ends.</param>
    /// <param name="table">The table.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Ends the reading early.</param>
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
