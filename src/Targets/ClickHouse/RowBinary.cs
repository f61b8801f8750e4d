using System.Buffers;
using System.Buffers.Binary;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Encodes and decodes records in the format <c>RowBinary</c>: row after row, numbers of fixed width, little-endian. A missing
/// value is NaN. <see cref="WireInsertions"/> encodes batches on the timed path with one per writer, whose buffer it reuses.
/// <see cref="ClickHouseTarget"/> decodes stored rows for the audit, and <see cref="ClickHouseReads"/> single records by the
/// widths and values here. Columns must have the order of <see cref="ClickHouseTable.ColumnTypes"/>. Not thread-safe.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class RowBinary(RecordSchema schema) : IDisposable
{
    /// <summary>Type of the column that names a record's series: its number as ten digits, so that rows keep one width.</summary>
    public const string SeriesType = "LowCardinality(FixedString(10))";

    private const int FixedBytes = 24;
    private const int SeriesBytes = 10;
    private readonly int _width = FixedBytes + (8 * schema.MeasuredCount) + (schema.HasSeries ? SeriesBytes : 0);
    private byte[] _bytes = [];
    private int _length;

    /// <summary>Bytes of a row that is read, whose series is a double.</summary>
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
            int value = row;
            for (int column = 0; column < schema.MeasuredCount; column++, value += batch.Capacity, at += 8)
            {
                BinaryPrimitives.WriteDoubleLittleEndian(room[at..], batch.Values[value]);
            }

            if (schema.HasSeries)
            {
                WriteSeries((int)batch.Values[value], room[at..]);
            }
        }

        _length = length;
        return Encoded;
    }

    /// <summary>Writes the number of a series as <see cref="SeriesType"/> has it.</summary>
    public static void WriteSeries(int series, Span<byte> digits)
    {
        for (int at = SeriesBytes - 1; at >= 0; at--, series /= 10)
        {
            digits[at] = (byte)('0' + (series % 10));
        }
    }

    /// <summary>Decodes rows until the end of the data.</summary>
    /// <param name="read">Reads bytes into the given space. Returns 0 at the end.</param>
    /// <param name="partition">Receives the records.</param>
    /// <exception cref="WireProtocolException">
    /// The data ends within a row, because the server failed while it sent it.
    /// </exception>
    public void Decode(Lines.CsvRows.Source read, StoredPartition partition)
    {
        int width = WidthOf(schema);
        byte[] bytes = new byte[Math.Max(1024, 256 * 1024 / width) * width];
        double[] values = new double[schema.ValueCount];
        int length = 0;
        for (int count = read(bytes); count > 0; count = read(bytes.AsSpan(length)))
        {
            length += count;
            int start = 0;
            for (; length - start >= width; start += width)
            {
                var row = new WireReader(bytes.AsSpan(start, width));
                int source = row.Int32Little();
                long sequence = row.Int64Little();
                long timestamp = row.Int64Little();
                uint quality = (uint)row.Int32Little();
                for (int i = 0; i < values.Length; i++)
                {
                    values[i] = ValueOf(row.DoubleLittle());
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

    /// <summary>
    /// A value as records have it. The server's own NaN, of a row that was stored before a column was added, has other bits than
    /// .NET's.
    /// </summary>
    public static double ValueOf(double stored) => double.IsNaN(stored) ? double.NaN : stored;

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        (_bytes, _length) = ([], 0);
    }
}
