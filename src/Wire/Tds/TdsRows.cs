using System.Buffers.Binary;
using System.Numerics;
using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// The rows of an answer, read one after the other and their values from the left to the right; nothing is allocated for a row of
/// numbers. To be read to its end, or the connection disposed.
/// </summary>
public sealed class TdsRows
{
    private const ulong NullLength = ulong.MaxValue;

    private readonly TdsChannel _channel;
    private readonly TdsAnswer _answer;
    private byte[] _nulls = [];
    private int _column;
    private bool _isRow;
    private bool _isEnd;

    internal TdsRows(TdsChannel channel, TdsAnswer answer)
    {
        _channel = channel;
        _answer = answer;
    }

    /// <summary>How many values a row has.</summary>
    public int Count => _answer.Columns.Length;

    /// <summary>Goes on to the next row. Those of a further result follow those of the first.</summary>
    /// <returns>False when there is none: the request is then complete.</returns>
    /// <exception cref="TdsServerException">The server reported an error.</exception>
    public bool Read()
    {
        while (_isRow && _column < Count)
        {
            Value();
        }

        _isRow = false;
        while (!_isEnd)
        {
            switch (Next())
            {
                case TdsFound.Row:
                    _isRow = true;
                    _column = 0;
                    if (_answer.HasNullBits)
                    {
                        int bytes = (Count + 7) / 8;
                        _nulls = _nulls.Length >= bytes ? _nulls : new byte[bytes];
                        _channel.Take(bytes).CopyTo(_nulls);
                    }

                    return true;
                case TdsFound.End:
                    _isEnd = true;
                    break;
            }
        }

        return false;
    }

    /// <summary>The next value, a whole number.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="WireProtocolException">It is NULL, or of another type.</exception>
    public long Int64()
    {
        ref var column = ref Next(out int length);
        return column.Kind == TdsKind.Integer && length > 0 ? Integer(length) : throw Wrong(column, "a whole number");
    }

    /// <summary>The next value, a whole number of 32 bits.</summary>
    /// <returns>The number.</returns>
    public int Int32() => Int64() is >= int.MinValue and <= int.MaxValue and var value
        ? (int)value
        : throw new WireProtocolException("A whole number of the server has more than the 32 bits that were asked for.");

    /// <summary>The next value, a floating-point number.</summary>
    /// <returns>The number; NaN for NULL.</returns>
    public double Double()
    {
        ref var column = ref Next(out int length);
        return column.Kind != TdsKind.Float ? throw Wrong(column, "a floating-point number") : length < 0 ? double.NaN : Float(length);
    }

    /// <summary>The next value, a text.</summary>
    /// <returns>The text; null for NULL.</returns>
    public string? Text()
    {
        object? value = Value();
        return value is null or string ? (string?)value : throw new WireProtocolException("A value of the server is no text where one was asked for.");
    }

    /// <summary>The next value.</summary>
    /// <returns>A long, double, decimal, string or byte array; null for NULL.</returns>
    public object? Value()
    {
        ref var column = ref Next(out int length);
        if (length < 0)
        {
            return null;
        }

        return column.Kind switch
        {
            TdsKind.Integer => Integer(length),
            TdsKind.Float => Float(length),
            TdsKind.Decimal => Decimal(length, column.Scale),
            TdsKind.Text => Encoding.Unicode.GetString(column.IsChunked ? Chunks() : _channel.Take(length)),
            TdsKind.NarrowText => Encoding.ASCII.GetString(column.IsChunked ? Chunks() : _channel.Take(length)),
            _ => (column.IsChunked ? Chunks() : _channel.Take(length)).ToArray(),
        };
    }

    private TdsFound Next()
    {
        try
        {
            return _answer.Next();
        }
        catch
        {
            // The answer has ended with it: whoever lets go of the rows does not look for more of them.
            _isEnd = true;
            throw;
        }
    }

    private static WireProtocolException Wrong(in TdsColumn column, string asked) =>
        new($"Column '{column.Name}' of the server's answer is {column.Kind} or NULL where {asked} was asked for.");

    /// <summary>Goes on to the next value.</summary>
    /// <param name="length">Its bytes; -1 for NULL; of a chunked one 0.</param>
    private ref TdsColumn Next(out int length)
    {
        if (!_isRow || _column >= Count)
        {
            throw new InvalidOperationException("The row has no further value.");
        }

        int at = _column++;
        ref var column = ref _answer.Columns[at];
        if (_answer.HasNullBits && (_nulls[at >> 3] & (1 << (at & 7))) != 0)
        {
            length = -1;
        }
        else if (column.Bytes > 0)
        {
            length = column.Bytes;
        }
        else if (column.IsChunked)
        {
            // The length that is announced may be unknown: the chunks tell.
            length = BinaryPrimitives.ReadUInt64LittleEndian(_channel.Take(8)) == NullLength ? -1 : 0;
        }
        else if (column.IsLong)
        {
            length = _channel.UInt16();
            length = length == 0xFFFF ? -1 : length;
        }
        else
        {
            length = _channel.Byte();
            length = length == 0 ? -1 : length;
        }

        return ref column;
    }

    private long Integer(int length)
    {
        var bytes = _channel.Take(length);
        return length switch
        {
            1 => bytes[0],
            2 => BinaryPrimitives.ReadInt16LittleEndian(bytes),
            4 => BinaryPrimitives.ReadInt32LittleEndian(bytes),
            8 => BinaryPrimitives.ReadInt64LittleEndian(bytes),
            _ => throw new WireProtocolException($"A whole number of the server has {length} bytes."),
        };
    }

    private double Float(int length)
    {
        var bytes = _channel.Take(length);
        return length switch
        {
            4 => BinaryPrimitives.ReadSingleLittleEndian(bytes),
            8 => BinaryPrimitives.ReadDoubleLittleEndian(bytes),
            _ => throw new WireProtocolException($"A floating-point number of the server has {length} bytes."),
        };
    }

    // A sign, then a whole number, the least significant byte first.
    private decimal Decimal(int length, byte scale)
    {
        var bytes = _channel.Take(length);
        var number = new BigInteger(bytes[1..], isUnsigned: true);
        try
        {
            decimal value = (decimal)number / (decimal)BigInteger.Pow(10, scale);
            return bytes[0] == 0 ? -value : value;
        }
        catch (OverflowException e)
        {
            throw new WireProtocolException("A decimal number of the server has more digits than this client reads.", e);
        }
    }

    private ReadOnlySpan<byte> Chunks()
    {
        var all = new List<byte>();
        for (int chunk = _channel.Int32(); chunk > 0; chunk = _channel.Int32())
        {
            _channel.Accept((long)all.Count + chunk);
            all.AddRange(_channel.Take(chunk));
        }

        return all.ToArray();
    }
}
