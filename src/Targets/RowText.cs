using System.Buffers;
using System.Buffers.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Wire;

namespace DbIngest.Targets;

/// <summary>
/// Writes rows of a batch as text for SQL statements and bulk loads. The wire writers of MySQL and CockroachDB reuse one per lane
/// on the timed path: it allocates nothing per row. Numbers have the shortest form that parses back to the same 64 bits, and a
/// missing value is NULL. Every statement must take its columns in the order of the text: source, sequence, timestamp, quality,
/// the values, and the series last. Not thread-safe.
/// </summary>
internal sealed class RowText
{
    /// <summary>Most bytes of a double with its separator.</summary>
    private const int MaxDoubleBytes = ShortestDouble.MostBytes + 1;

    /// <summary>Most bytes of source, sequence, timestamp and quality with their separators.</summary>
    private const int MaxFixedBytes = 11 + 20 + 20 + 11 + 8;

    private readonly int _maxRowBytes;
    private readonly bool _isStatement;

    private RowText(int valueCount, bool isStatement)
    {
        _maxRowBytes = MaxRowBytes(valueCount);
        _isStatement = isStatement;
    }

    private ReadOnlySpan<byte> Null => _isStatement ? "NULL"u8 : "\\N"u8;

    /// <summary>Writes the rows of an INSERT: <c>(1,2,NULL),(...)</c>.</summary>
    public static RowText OfStatement(int valueCount) => new(valueCount, isStatement: true);

    /// <summary>
    /// Writes the lines of LOAD DATA or of COPY as text: fields are separated by tabs, a missing value is <c>\N</c>.
    /// </summary>
    public static RowText OfFile(int valueCount) => new(valueCount, isStatement: false);

    /// <summary>Upper bound of a row in bytes.</summary>
    public static int MaxRowBytes(int valueCount) => MaxFixedBytes + (valueCount * MaxDoubleBytes);

    /// <summary>Writes rows.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="firstRow">Index of the first row.</param>
    /// <param name="rows">Number of rows.</param>
    /// <param name="output">Receives the text.</param>
    /// <param name="isSigned">
    /// True to write quality as the signed number with the same 32 bits, for a database without unsigned integers.
    /// </param>
    public void WriteTo(RecordBatch batch, int firstRow, int rows, IBufferWriter<byte> output, bool isSigned = false)
    {
        for (int row = firstRow; row < firstRow + rows;)
        {
            // Writes as many rows as certainly fit, then asks for the next buffer.
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
        int end = batch.Schema.MeasuredCount * batch.Capacity;
        for (int i = row; i < end; i += batch.Capacity)
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

        if (batch.Schema.HasSeries)
        {
            to[at++] = separator;
            at += Number((long)values[end + row], to[at..]);
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
