using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Lines;
using DbIngest.Wire;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Reads all stored rows as CSV for the audit, one part per thread. <see cref="QuestDbTarget"/> creates one once the log is
/// applied. The server writes doubles so that they read back bit for bit. Changes nothing. A row without a source or
/// a sequence belongs to no source. A field that is no number ends the audit as an error.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="table">The table and its statements.</param>
internal sealed class QuestDbAudit(QuestDbServer server, QuestDbTable table)
{
    /// <summary>Reads all rows.</summary>
    /// <param name="content">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A part could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation) =>
        ParallelRead.Run(ParallelRead.Threads, part => Read(content, part, ParallelRead.Threads, cancellation), cancellation);

    private void Read(StoredContent content, int part, int parts, CancellationToken cancellation)
    {
        using var partition = content.OpenPartition();
        using var session = server.Session();
        using var cut = cancellation.Register(session.Cut);
        var connection = server.Export(session, table.Select(part, parts), () => content.RowsRead, cancellation);
        var rows = new CsvRows(connection.ReadLong);
        double[] values = new double[table.Table.Schema.ValueCount];
        for (bool isHeader = true; rows.Next(); isHeader = false)
        {
            if (isHeader)
            {
                continue;
            }

            // A missing source or sequence number becomes -1, which no record of the trial has.
            int source = (int)(rows.Integer() ?? -1);
            long sequence = rows.Integer() ?? -1;
            long timestamp = rows.Integer() ?? 0;
            uint quality = (uint)(rows.Integer() ?? 0);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = rows.Double();
            }

            partition.Add(source, sequence, timestamp, quality, values);
        }
    }
}
