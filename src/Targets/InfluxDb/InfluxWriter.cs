using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Lines;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Writes the batches of one lane into InfluxDB, one request per batch. <see cref="InfluxTarget"/> opens one per lane, and the
/// lane's thread calls it on the timed path. It never retries. A point replaces the stored one with the same tags and time, so a
/// batch may be sent again. Recovery only counts the batch's points, and deletes nothing.
/// </summary>
/// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
/// <param name="api">The requests of the server's version.</param>
/// <param name="isCompressed">True if batches are compressed with gzip.</param>
/// <param name="schema">The shape of the records.</param>
/// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
internal sealed class InfluxWriter(HttpSession session, InfluxApi api, bool isCompressed, RecordSchema schema,
    CancellationToken cancellation)
    : LineProtocolWriter(
        session, new RecordLines(InfluxEndpoint.Measurement, schema, isBinary: false), api.WriteTarget, isCompressed,
            cancellation)
{
    /// <inheritdoc/>
    protected override long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation) =>
        api.Count(session, batch, cancellation);

    /// <inheritdoc/>
    protected override CsvRecords Reads(HttpSession session) => new(
        session,
        connection => api.Reading(connection, schema.Values.Select(value => value.Name)),
        (rows, source, values, found) =>
        {
            for (int i = 0; i < api.CellsBeforeTime; i++)
            {
                rows.Field();
            }

            // Each part of an answer names the columns first.
            if (rows.IsAt("time"u8))
            {
                return;
            }

            long timestamp = rows.Integer() ?? throw new WireProtocolException("A row of the server has no time.");
            long sequence = rows.Integer() ?? -1;
            uint quality = (uint)(rows.Integer() ?? 0);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = rows.Double();
            }

            found.Add(source, sequence, timestamp, quality, values);
        },
        schema.ValueCount,
        hasHeader: false);

    /// <inheritdoc/>
    protected override BatchWriteException Failure(WireException error) => InfluxErrors.OfWrite(error);
}
