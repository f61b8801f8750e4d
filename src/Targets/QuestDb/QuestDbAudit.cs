using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Lines;
using DbIngest.Wire;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Reads the whole table back as CSV, a part for each thread. The server writes doubles in a form that is read back bit for bit.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="table">The table.</param>
internal sealed class QuestDbAudit(QuestDbServer server, QuestDbTable table)
{
    /// <summary>Reads everything.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A part could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation) =>
        ParallelRead.Run(ParallelRead.Threads, part => Read(content, part, ParallelRead.Threads, cancellation), cancellation);

    private void Read(StoredContent content, int part, int parts, CancellationToken cancellation)
    {
        using var partition = content.OpenPartition();
        using var session = server.Session();
        using var cut = cancellation.Register(session.Cut);
        var connection = session.Connection();
        QuestDbServer.Export(connection, table.Select(part, parts));
        var rows = new CsvRows(connection.ReadLong);
        double[] values = new double[table.Table.Schema.ValueCount];
        for (bool isHeader = true; rows.Next(); isHeader = false)
        {
            if (isHeader)
            {
                continue;
            }

            // What is no number of ours is of nobody of ours.
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
