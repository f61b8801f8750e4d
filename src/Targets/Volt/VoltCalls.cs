using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Encodes procedure calls with records as parameters, straight from a batch's arrays. <see cref="VoltWriter"/> uses one on the
/// timed path: it allocates nothing per record. <see cref="VoltAudit"/> only takes <c>Range</c> from it. It throws for a value
/// that VoltDB would store as NULL, and sends nothing itself.
/// </summary>
/// <param name="records">The table.</param>
/// <param name="isLoad">True to send records as tables, false to send one call per record.</param>
internal sealed class VoltCalls(VoltTrialTable records, bool isLoad)
{
    private const int FixedRowBytes = 24;
    private const string LoadProcedure = "@LoadSinglepartitionTable";
    private const string Refused =
        "VoltDB's FLOAT treats values of -1.7e308 and below as NULL. The batch contains one, which would be lost.";

    private VoltTableHead _head = records.Head;
    private int _rowBytes = records.RowBytes;

    /// <summary>True if rows have more columns than the records have values (<see cref="Pad"/>).</summary>
    public bool IsPadded => _rowBytes > records.RowBytes;

    /// <summary>
    /// Sends NULL in columns that the table got after the records were made, from now on. The server takes a table as a parameter
    /// only with all columns that its table has.
    /// </summary>
    /// <param name="columns">Names of these columns.</param>
    public void Pad(IReadOnlyList<string> columns)
    {
        _head = records.HeadWith(columns);
        _rowBytes = records.RowBytes + (sizeof(double) * columns.Count);
    }

    /// <summary>
    /// Adds a call that stores records. If records are sent as tables and the table gets more values while it is written, the
    /// answer's handle is <paramref name="first"/>.
    /// </summary>
    /// <param name="request">Receives the call.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first record.</param>
    /// <param name="count">Number of records. 1 unless they are sent as tables.</param>
    /// <exception cref="BatchWriteException">A value cannot be stored in VoltDB.</exception>
    public void Store(VoltRequest request, RecordBatch batch, int first, int count)
    {
        if (!isLoad)
        {
            request.Begin(records.Insert, 4 + records.Schema.ValueCount).Integer(batch.Source).BigInt(batch.FirstSequence + first)
                .Timestamp(batch.Timestamps[first]);
            Rest(request, batch, first).End();
            return;
        }

        // The partition key, as the bytes that the database hashes.
        Span<byte> key = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(key, batch.Source);
        request.Begin(LoadProcedure, 4, records.AwaitsValues ? first : 0).Binary(key).Text(records.Name).TinyInt(0)
            .BeginTable(_head, count);
        for (int row = first; row < first + count; row++)
        {
            Row(request.Row(_rowBytes), batch, row);
        }

        request.EndTable().End();
    }

    /// <summary>Adds a call that sets quality and values of a record.</summary>
    /// <param name="request">Receives the call.</param>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <exception cref="BatchWriteException">A value cannot be stored in VoltDB.</exception>
    public void Update(VoltRequest request, RecordBatch record)
    {
        request.Begin(records.Update, 3 + records.Schema.ValueCount);
        Rest(request, record, 0).Integer(record.Source).BigInt(record.FirstSequence).End();
    }

    /// <summary>Adds a call that sets quality and values of a record if it has a certain quality.</summary>
    /// <param name="request">Receives the call.</param>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <param name="quality">The quality that the record must have.</param>
    /// <exception cref="BatchWriteException">A value cannot be stored in VoltDB.</exception>
    public void UpdateIf(VoltRequest request, RecordBatch record, uint quality)
    {
        request.Begin(records.UpdateIf, 4 + records.Schema.ValueCount);
        Rest(request, record, 0).Integer(record.Source).BigInt(record.FirstSequence).Integer((int)quality).End();
    }

    /// <summary>Adds a call on a range of sequence numbers of one source.</summary>
    /// <param name="request">Receives the call.</param>
    /// <param name="procedure">Name of the procedure.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="last">The last sequence number.</param>
    /// <param name="limitMs">Longest time of its query, in milliseconds. Null for the server's own limit.</param>
    public static VoltRequest Range(
        VoltRequest request, string procedure, int source, long first, long last, int? limitMs = null) =>
        request.Begin(procedure, 3, limitMs: limitMs).Integer(source).BigInt(first).BigInt(last).End();

    private VoltRequest Rest(VoltRequest request, RecordBatch batch, int row)
    {
        request.Integer((int)batch.Qualities[row]);
        for (int i = row; i < records.Schema.ValueCount * batch.Capacity; i += batch.Capacity)
        {
            request.Float(Checked(batch.Values[i]));
        }

        return request;
    }

    private void Row(Span<byte> room, RecordBatch batch, int row)
    {
        BinaryPrimitives.WriteInt32BigEndian(room, batch.Source);
        BinaryPrimitives.WriteInt64BigEndian(room[4..], batch.FirstSequence + row);
        BinaryPrimitives.WriteInt64BigEndian(room[12..], batch.Timestamps[row]);
        BinaryPrimitives.WriteUInt32BigEndian(room[20..], batch.Qualities[row]);
        int end = FixedRowBytes;
        int filled = records.RowBytes;
        double[] values = batch.Values;
        for (int i = row; end < filled; i += batch.Capacity, end += sizeof(double))
        {
            BinaryPrimitives.WriteInt64BigEndian(room[end..], VoltFloat.Bits(Checked(values[i])));
        }

        for (; end < room.Length; end += sizeof(double))
        {
            BinaryPrimitives.WriteInt64BigEndian(room[end..], VoltFloat.Bits(double.NaN));
        }
    }

    private static double Checked(double value) => value <= VoltFloat.Null
        ? throw new BatchWriteException(Refused, isTransient: false, isAmbiguous: false) : value;
}
