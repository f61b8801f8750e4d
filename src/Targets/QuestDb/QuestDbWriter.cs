using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Lines;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Writes the batches of one lane into QuestDB, one request per batch, which the server commits as one transaction.
/// <see cref="QuestDbTarget"/> opens one per lane, and the lane's thread calls it on the timed path. It never retries. A row
/// replaces an earlier one of the same timestamp, source and sequence, so a batch may be sent again. A batch in doubt is counted
/// only after the server has applied its log, which may take up to 30 minutes.
/// </summary>
/// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
/// <param name="table">The table.</param>
/// <param name="isBinary">True if doubles are sent as 8 bytes instead of text.</param>
/// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
internal sealed class QuestDbWriter(HttpSession session, QuestDbTable table, bool isBinary, CancellationToken cancellation)
    : LineProtocolWriter(
        session, new RecordLines(table.Name, table.Table.Schema, isBinary), "/write?precision=u", isCompressed: false,
            cancellation)
{
    /// <inheritdoc/>
    protected override long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation)
    {
        new QuestDbLog(table).AwaitApplied(session, cancellation);
        return QuestDbServer.Query(session, table.Count(batch), cancellation)[0][0].GetInt64();
    }

    /// <summary>True: the server acknowledges a batch in its log, and applies the log to the table later.</summary>
    public override bool MayLag => true;

    /// <inheritdoc/>
    protected override CsvRecords Reads(HttpSession session) => new(
        session,
        connection => (QuestDbServer.ExportOf(connection,
            table.SelectRange(HttpTemplate.Number(0), HttpTemplate.Number(1), HttpTemplate.Number(2)), numbers: 3), true),
        static (rows, _, values, found) =>
        {
            int source = (int)(rows.Integer() ?? -1);
            long sequence = rows.Integer() ?? -1;
            long timestamp = rows.Integer() ?? 0;
            uint quality = (uint)(rows.Integer() ?? 0);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = rows.Double();
            }

            found.Add(source, sequence, timestamp, quality, values);
        },
        table.Table.Schema.ValueCount,
        hasHeader: true);

    /// <inheritdoc/>
    protected override BatchWriteException Failure(WireException error) => QuestDbErrors.OfWrite(error);
}
