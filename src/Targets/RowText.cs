using System.Buffers;
using System.Buffers.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets;

/// <summary>
/// Writes rows as text, straight from the batch's columns: numbers in the shortest form that is read back as the same 64 bits, a
/// missing value as NULL.
/// </summary>
internal sealed class RowText
{
    /// <summary>A number and what separates it from the next.</summary>
    private const int MaxDoubleBytes = ShortestDouble.MostBytes + 1;

    /// <summary>Source, sequence, timestamp, quality, and what stands around and between.</summary>
    private const int MaxFixedBytes = 11 + 20 + 20 + 11 + 8;

    private readonly int _maxRowBytes;
    private readonly bool _isStatement;

    private RowText(int valueCount, bool isStatement)
    {
        _maxRowBytes = MaxRowBytes(valueCount);
        _isStatement = isStatement;
    }

    private ReadOnlySpan<byte> Null => _isStatement ? "NULL"u8 : "\\N"u8;

    /// <summary>The rows of an INSERT: <c>(1,2,NULL),(...)</c>.</summary>
    public static RowText OfStatement(int valueCount) => new(valueCount, isStatement: true);

    /// <summary>
    /// The lines of a file for LOAD DATA, or of COPY as text: fields end with a tab, a missing value is <c>\N</c>.
    /// </summary>
    public static RowText OfFile(int valueCount) => new(valueCount, isStatement: false);

    /// <summary>The largest size of a row.</summary>
    public static int MaxRowBytes(int valueCount) => MaxFixedBytes + (valueCount * MaxDoubleBytes);

    /// <summary>Writes rows.</summary>
    /// <param name="batch">Their batch.</param>
    /// <param name="firstRow">The first.</param>
    /// <param name="rows">How many.</param>
    /// <param name="output">Receives them.</param>
    /// <param name="isSigned">Whether quality is the signed number of the same 32 bits, for a database without unsigned
    /// ones.</param>
    public void WriteTo(RecordBatch batch, int firstRow, int rows, IBufferWriter<byte> output, bool isSigned = false)
    {
        for (int row = firstRow; row < firstRow + rows;)
        {
            // As many as have room for sure, then the next bufferful.
            var room = output.GetSpan(_maxRowBytes);
            int end = Math.Min(firstRow + rows, row + (room.Length / _maxRowBytes));
            int at = 0;
            for (; row < end; row++)
            {
                at += Row(batch, row, isFirst: row == firstRow, isSigned, room[at..]);
            }

            output.Advance(at);
        }
    }

    private int Row(RecordBatch batch, int row, bool isFirst, bool isSigned, Span<byte> to)
    {
        byte separator = _isStatement ? (byte)',' : (byte)'\t';
        int at = 0;
        if (_isStatement)
        {
            if (!isFirst)
            {
                to[at++] = (byte)',';
            }

            to[at++] = (byte)'(';
        }

        at += Number(batch.Source, to[at..]);
        to[at++] = separator;
        at += Number(batch.FirstSequence + row, to[at..]);
        to[at++] = separator;
        at += Number(batch.Timestamps[row], to[at..]);
        to[at++] = separator;
        at += Number(isSigned ? (int)batch.Qualities[row] : batch.Qualities[row], to[at..]);
        double[] values = batch.Values;
        for (int i = row; i < values.Length; i += batch.Capacity)
        {
            to[at++] = separator;
            double value = values[i];
            if (double.IsNaN(value))
            {
                Null.CopyTo(to[at..]);
                at += Null.Length;
            }
            else
            {
                at += ShortestDouble.Write(value, to[at..]);
            }
        }

        to[at++] = _isStatement ? (byte)')' : (byte)'\n';
        return at;
    }

    private static int Number(long value, Span<byte> to)
    {
        Utf8Formatter.TryFormat(value, to, out int written);
        return written;
    }
}
