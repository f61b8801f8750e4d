using System.Buffers.Binary;
using System.Numerics;
using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// The rows of one answer, read in order, with values from left to right. <c>SqlServerWireSession</c> reads tables by it for
/// administration and the audit, <c>SqlServerWireKeyed</c> single records. The caller reads to the end or disposes the
/// connection. Rows of numbers allocate nothing.
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

    /// <summary>Number of values per row.</summary>
    public int Count => _answer.Columns.Length;

    /// <summary>Prepares this object for the answer to the next request.</summary>
    internal void Reset() => (_isRow, _isEnd) = (false, false);

    /// <summary>Advances to the next row, across all results of the request; false after the last.</summary>
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

    /// <summary>Reads the next value, a whole number.</summary>
    /// <exception cref="WireProtocolException">The value is NULL or of another type.</exception>
    public long Int64()
    {
        ref var column = ref Next(out int length);
        return column.Kind == TdsKind.Integer && length > 0 ? Integer(length) : throw Wrong(column, "a whole number");
    }

    /// <summary>Reads the next value, a whole number of at most 32 bits.</summary>
    public int Int32() => Int64() is >= int.MinValue and <= int.MaxValue and var value
        ? (int)value
        : throw new WireProtocolException("A whole number of the server has more than the 32 bits that were asked for.");

    /// <summary>Reads the next value, a floating-point number; NaN for NULL.</summary>
    public double Double()
    {
        ref var column = ref Next(out int length);
        return column.Kind != TdsKind.Float ? throw Wrong(column, "a floating-point number") : length < 0 ? double.NaN
            : Float(length);
    }

    /// <summary>Reads the next value, a text; null for NULL.</summary>
    public string? Text()
    {
        object? value = Value();
        return value is null or string ? (string?)value
            : throw new WireProtocolException("The server returned a value of another type where a text was expected.");
    }

    /// <summary>Reads the next value: a long, double, decimal, string or byte array; null for NULL.</summary>
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
            // The answer has ended with the exception: no further row can be read.
            _isEnd = true;
            throw;
        }
    }

    private static WireProtocolException Wrong(in TdsColumn column, string asked) =>
        new($"Column '{column.Name}' of the server's answer is {column.Kind} or NULL where {asked} was expected.");

    /// <summary>Advances to the next value.</summary>
    /// <param name="length">The value's length in bytes; -1 for NULL, 0 for a chunked value.</param>
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
            // The announced length may be unknown. The chunks have their own.
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

    // A sign byte, then a whole number, little-endian.
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
            throw new WireProtocolException("A decimal number of the server has more digits than a .NET decimal.", e);
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
