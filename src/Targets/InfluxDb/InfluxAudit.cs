using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Lines;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Reads the whole measurement back as CSV, a source at a time. The server writes doubles with all their digits.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="api">What its version is told.</param>
/// <param name="schema">The shape of the records.</param>
internal sealed class InfluxAudit(InfluxServer server, InfluxApi api, RecordSchema schema)
{
    /// <summary>Reads everything.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A part could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation)
    {
        // All that there are, also those that no source of ours wrote.
        string[] sources = [.. api.Sources(cancellation).Where(tag => content.Share.Contains(SourceOf(tag)))];
        ParallelRead.Run(sources.Length, i => Read(content, sources[i], cancellation), cancellation);
    }

    /// <summary>What is no number is no source of ours.</summary>
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

            // The line of the columns' names may come again with every chunk, of which each has a row at least.
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
