using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Encodes a batch's rows for a bulk load (MS-TDS 2.2.7, "ROW"), straight from its arrays into the buffer to send.
/// <see cref="SqlServerWireLoad"/> calls it for every batch on the timed path: it allocates nothing.
/// </summary>
/// <remarks>
/// Little-endian: first the token, then source, sequence, time and quality without lengths, since they cannot be NULL, then for
/// each value its length 8 and the value, or a length of 0 for a missing value (NULL).
/// </remarks>
/// <param name="valueCount">Values per record.</param>
internal sealed class SqlServerRowEncoder(int valueCount)
{
    private const int FixedBytes = 1 + 4 + 8 + 8 + 4;
    private const int ValueBytes = 1 + 8;

    private readonly int _rowBytes = FixedBytes + (ValueBytes * valueCount);

    /// <summary>Encodes rows.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first row.</param>
    /// <param name="count">Number of rows.</param>
    /// <param name="output">Receives the rows.</param>
    public void WriteTo(RecordBatch batch, int first, int count, IBufferWriter<byte> output)
    {
        int end = first + count;
        for (int row = first; row < end;)
        {
            var room = output.GetSpan(_rowBytes);
            int rows = Math.Min(end - row, room.Length / _rowBytes);
            output.Advance(Encode(batch, row, rows, room));
            row += rows;
        }
    }

    private static int Encode(RecordBatch batch, int firstRow, int rows, Span<byte> room)
    {
        // The caller made sure that `rows` rows of maximum size fit, so a whole value fits even behind the length 0 of a missing
        // one.
        ref byte start = ref MemoryMarshal.GetReference(room);
        ref byte to = ref start;
        ref double values = ref MemoryMarshal.GetArrayDataReference(batch.Values);
        nint stride = batch.Capacity;
        int columns = batch.Schema.ValueCount;
        int source = batch.Source;
        long[] timestamps = batch.Timestamps;
        uint[] qualities = batch.Qualities;

        for (int row = firstRow; row < firstRow + rows; row++)
        {
            to = TdsBulkLoad.RowToken;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), source);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 5), batch.FirstSequence + row);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 13), timestamps[row]);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 21), qualities[row]);
            to = ref Unsafe.Add(ref to, FixedBytes);

            ref double value = ref Unsafe.Add(ref values, row);
            for (int column = 0; column < columns; column++)
            {
                double v = value;
                bool isMissing = double.IsNaN(v);
                to = isMissing ? (byte)0 : (byte)8;
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 1), v);
                to = ref Unsafe.Add(ref to, isMissing ? 1 : ValueBytes);
                value = ref Unsafe.Add(ref value, stride);
            }
        }

        return (int)Unsafe.ByteOffset(ref start, ref to);
    }
}
