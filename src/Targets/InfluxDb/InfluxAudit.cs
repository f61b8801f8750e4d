using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Lines;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Reads all stored rows as CSV for the audit, source by source on several threads. <see cref="InfluxTarget"/> creates one once
/// the server has settled. It reads every source that the server lists within <see cref="StoredContent.Share"/>, also one that
/// the trial does not have, so that the audit finds foreign rows. The server writes doubles with all digits. Changes nothing.
/// </summary>
/// <param name="server">Opens connections.</param>
/// <param name="api">Requests of the server's version.</param>
/// <param name="schema">The values of a record.</param>
internal sealed class InfluxAudit(InfluxServer server, InfluxApi api, RecordSchema schema)
{
    /// <summary>Reads all rows of the audit's share.</summary>
    /// <param name="content">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A source could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation)
    {
        // All stored sources, including those that no source of the trial wrote.
        string[] sources = [.. api.Sources(cancellation).Where(tag => content.Share.Contains(SourceOf(tag)))];
        ParallelRead.Run(sources.Length, i => Read(content, sources[i], cancellation), cancellation);
    }

    /// <summary>The source of a tag. -1, which belongs to no source, for a tag that is not a number.</summary>
    private static int SourceOf(string tag) => int.TryParse(tag, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
        ? number : -1;

    private void Read(StoredContent content, string tag, CancellationToken cancellation)
    {
        int source = SourceOf(tag);
        using var partition = content.OpenPartition();
        using var session = server.Session();
        using var cut = cancellation.Register(session.Cut);
        var connection = session.Connection();
        api.Export(connection, tag, schema.Values.Select(value => value.Name));
        var rows = new CsvRows(connection.ReadLong);
        double[] values = new double[schema.ValueCount];
        bool wasHeader = false;
        while (rows.Next())
        {
            for (int i = 0; i < api.CellsBeforeTime; i++)
            {
                rows.Field();
            }

            // The header may repeat in every chunk, each of which has at least one row.
            if (rows.IsAt("time"u8))
            {
                wasHeader = wasHeader ? throw new WireProtocolException("The server names the columns again and again.") : true;
                continue;
            }

            wasHeader = false;

            long timestamp = rows.Integer() ?? throw new WireProtocolException("A row of the server has no time.");
            long sequence = rows.Integer() ?? -1;
            uint quality = (uint)(rows.Integer() ?? 0);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = rows.Double();
            }

            partition.Add(source, sequence, timestamp, quality, values);
        }
    }
}
