using System.Buffers;
using System.Buffers.Binary;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Encodes and decodes records in the format <c>RowBinary</c>: row after row, numbers of fixed width, little-endian. A missing
/// value is NaN. <see cref="WireInsertions"/> encodes batches on the timed path with one per writer, whose buffer it reuses.
/// <see cref="ClickHouseTarget"/> decodes stored rows for the audit. Not thread-safe.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class RowBinary(RecordSchema schema) : IDisposable
{
    private const int FixedBytes = 24;
    private readonly int _width = WidthOf(schema);
    private byte[] _bytes = [];
    private int _length;

    /// <summary>Bytes of a row.</summary>
    public static int WidthOf(RecordSchema schema) => FixedBytes + (8 * schema.ValueCount);

    /// <summary>The largest batch in records.</summary>
    public int MaxRows => Array.MaxLength / _width;

    /// <summary>The batch that was encoded last, valid until the next one is.</summary>
    public ReadOnlySpan<byte> Encoded => _bytes.AsSpan(0, _length);

    /// <summary>Encodes a batch.</summary>
    /// <param name="batch">The batch, at most <see cref="MaxRows"/> records.</param>
    /// <returns>The bytes, valid until the next call.</returns>
    public ReadOnlySpan<byte> Encode(RecordBatch batch)
    {
        int length = batch.Count * _width;
        if (_bytes.Length < length)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = ArrayPool<byte>.Shared.Rent(length);
        }

        for (int row = 0; row < batch.Count; row++)
        {
            var room = _bytes.AsSpan(row * _width, _width);
            BinaryPrimitives.WriteInt32LittleEndian(room, batch.Source);
            BinaryPrimitives.WriteInt64LittleEndian(room[4..], batch.FirstSequence + row);
            BinaryPrimitives.WriteInt64LittleEndian(room[12..], batch.Timestamps[row]);
            BinaryPrimitives.WriteUInt32LittleEndian(room[20..], batch.Qualities[row]);
            int at = FixedBytes;
            for (int value = row; at < _width; value += batch.Capacity, at += 8)
            {
                BinaryPrimitives.WriteDoubleLittleEndian(room[at..], batch.Values[value]);
            }
        }

        _length = length;
        return Encoded;
    }

    /// <summary>Decodes rows until the end of the data.</summary>
    /// <param name="read">Reads bytes into the given space. Returns 0 at the end.</param>
    /// <param name="partition">Receives the records.</param>
    /// <exception cref="WireProtocolException">
    /// The data ends within a row, because the server failed while it sent it.
    /// </exception>
    public void Decode(Lines.CsvRows.Source read, StoredPartition partition)
    {
        byte[] bytes = new byte[Math.Max(1024, 256 * 1024 / _width) * _width];
        double[] values = new double[schema.ValueCount];
        int length = 0;
        for (int count = read(bytes); count > 0; count = read(bytes.AsSpan(length)))
        {
            length += count;
            int start = 0;
            for (; length - start >= _width; start += _width)
            {
                var row = new WireReader(bytes.AsSpan(start, _width));
                int source = row.Int32Little();
                long sequence = row.Int64Little();
                long timestamp = row.Int64Little();
                uint quality = (uint)row.Int32Little();
                for (int i = 0; i < values.Length; i++)
                {
                    values[i] = row.DoubleLittle();
                }

                partition.Add(source, sequence, timestamp, quality, values);
            }

            bytes.AsSpan(start, length - start).CopyTo(bytes);
            length -= start;
        }

        if (length > 0)
        {
            throw new WireProtocolException("The server's rows end in the middle of one.");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        (_bytes, _length) = ([], 0);
    }
}
