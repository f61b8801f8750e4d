using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by MariaDB's bulk execution: a prepared <c>INSERT</c> of one row, executed with many rows of values in one
/// packet. <see cref="BatchWays"/> creates one per session for <c>way=bulk</c>, and <see cref="MySqlSession"/> calls it on the
/// timed path: it allocates nothing per record. MySQL's servers lack it.
/// </summary>
internal sealed class BulkWay(MySqlConnection connection, MySqlTable table, int maxRows) : StatementWay(connection, maxRows)
{
    private readonly MySqlBulk _statement = connection.PrepareBulk(table.Insert + table.Parameters, table.Types);
    private readonly int _maxRowBytes = MaxRowBytes(table.Schema.ValueCount);

    /// <summary>Upper bound of a row in bytes, with an indicator byte before each value.</summary>
    public static int MaxRowBytes(int valueCount) => 5 + 9 + 9 + 5 + (9 * valueCount);

    protected override long WriteRows(RecordBatch batch, int firstRow, int rows)
    {
        var output = _statement.Begin();
        output.Advance(Encode(batch, firstRow, rows, output.GetSpan(rows * _maxRowBytes)));
        return _statement.Execute().Rows;
    }

    /// <summary>Encodes rows into a packet.</summary>
    /// <returns>Bytes written.</returns>
    internal static int Encode(RecordBatch batch, int firstRow, int rows, Span<byte> to)
    {
        double[] values = batch.Values;
        int end = batch.Schema.ValueCount * batch.Capacity;
        int at = 0;
        for (int row = firstRow; row < firstRow + rows; row++)
        {
            var head = to.Slice(at, 28);
            head.Clear();
            BinaryPrimitives.WriteInt32LittleEndian(head[1..], batch.Source);
            BinaryPrimitives.WriteInt64LittleEndian(head[6..], batch.FirstSequence + row);
            BinaryPrimitives.WriteInt64LittleEndian(head[15..], batch.Timestamps[row]);
            BinaryPrimitives.WriteUInt32LittleEndian(head[24..], batch.Qualities[row]);
            at += 28;
            for (int i = row; i < end; i += batch.Capacity)
            {
                bool isMissing = double.IsNaN(values[i]);
                to[at] = isMissing ? (byte)1 : (byte)0;
                BinaryPrimitives.WriteDoubleLittleEndian(to[(at + 1)..], values[i]);
                at += isMissing ? 1 : 9;
            }
        }

        return at;
    }
}
