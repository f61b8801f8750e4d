using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Reads the values of a received message in the encoding of <see cref="PackStream"/>. <see cref="BoltConnection"/> reads every
/// answer through it and hands each row to <c>Neo4jAudit</c> or <c>Neo4jWriter</c>. Valid until the connection's next call.
/// Throws <see cref="WireProtocolException"/> for a head of another type or a message that ends early. Reading numbers allocates
/// nothing.
/// </summary>
public ref struct PackStreamReader
{
    /// <summary>Deepest nesting of lists and maps. Answers to this client's statements have at most three levels.</summary>
    private const int MaxDepth = 16;

    private WireReader _rest;

    internal PackStreamReader(ReadOnlySpan<byte> bytes) => _rest = new(bytes);

    /// <summary>Reads a whole number.</summary>
    /// <param name="otherwise">Returned for null and for a value that is not a whole number.</param>
    public long Integer(long otherwise = 0)
    {
        byte marker = _rest.Byte();
        if (TryInteger(marker, out long value))
        {
            return value;
        }

        Skip(marker, 0);
        return otherwise;
    }

    /// <summary>Reads a double, or a whole number as a double. Returns NaN for null and for any other type.</summary>
    public double Value()
    {
        byte marker = _rest.Byte();
        if (marker == PackStream.Float)
        {
            return _rest.Double();
        }

        if (TryInteger(marker, out long whole))
        {
            return whole;
        }

        Skip(marker, 0);
        return double.NaN;
    }

    /// <summary>
    /// Reads a value as null, <see cref="bool"/>, <see cref="long"/>, <see cref="double"/>, <see cref="string"/>, a list, or a
    /// map by its keys. Skips any other type and returns null.
    /// </summary>
    public object? Any() => Any(0);

    /// <summary>Reads all remaining values, each as <see cref="Any()"/> does.</summary>
    internal object?[] Rest()
    {
        var values = new List<object?>();
        while (_rest.Remaining > 0)
        {
            values.Add(Any());
        }

        return [.. values];
    }

    /// <summary>Reads the head of a list and returns the number of elements.</summary>
    internal int List() => Head(PackStream.TinyList, PackStream.List8, "a list");

    /// <summary>Reads the head of a map and returns the number of pairs.</summary>
    internal int Map() => Head(PackStream.TinyMap, PackStream.Map8, "a map");

    /// <summary>Reads a text as UTF-8.</summary>
    internal ReadOnlySpan<byte> Utf8() => _rest.Take(Head(PackStream.TinyText, PackStream.Text8, "a text"));

    /// <summary>Reads the head of a message and returns its signature.</summary>
    internal byte Message()
    {
        byte marker = _rest.Byte();
        return (marker & 0xf0) == PackStream.Structure ? _rest.Byte() : throw Unexpected(marker, "a message");
    }

    /// <summary>Skips a value.</summary>
    internal void Skip() => Skip(_rest.Byte(), 0);

    private static WireProtocolException Unexpected(byte marker, string wanted) =>
        new($"The server sent a value that begins with 0x{marker:x2} instead of {wanted}.");

    private object? Any(int depth)
    {
        byte marker = _rest.Byte();
        if (TryInteger(marker, out long whole))
        {
            return whole;
        }

        if (marker == PackStream.Float)
        {
            return _rest.Double();
        }

        if (marker is PackStream.True or PackStream.False)
        {
            return marker == PackStream.True;
        }

        if (TryHead(marker, PackStream.TinyText, PackStream.Text8, out int length))
        {
            return _rest.Utf8(length);
        }

        if (depth < MaxDepth && TryHead(marker, PackStream.TinyList, PackStream.List8, out length))
        {
            var list = new List<object?>(length);
            for (int i = 0; i < length; i++)
            {
                list.Add(Any(depth + 1));
            }

            return list;
        }

        if (depth < MaxDepth && TryHead(marker, PackStream.TinyMap, PackStream.Map8, out length))
        {
            var map = new Dictionary<string, object?>(length, StringComparer.Ordinal);
            for (int i = 0; i < length; i++)
            {
                string key = Encoding.UTF8.GetString(Utf8());
                map[key] = Any(depth + 1);
            }

            return map;
        }

        Skip(marker, depth);
        return null;
    }

    private bool TryInteger(byte marker, out long value)
    {
        switch (marker)
        {
            case < 0x80 or >= 0xf0:
                value = (sbyte)marker;
                return true;
            case PackStream.Int8:
                value = (sbyte)_rest.Byte();
                return true;
            case PackStream.Int16:
                value = _rest.Int16();
                return true;
            case PackStream.Int32:
                value = _rest.Int32();
                return true;
            case PackStream.Int64:
                value = _rest.Int64();
                return true;
            default:
                value = 0;
                return false;
        }
    }

    private int Head(byte tiny, byte of8, string wanted)
    {
        byte marker = _rest.Byte();
        return TryHead(marker, tiny, of8, out int length) ? length : throw Unexpected(marker, wanted);
    }

    private bool TryHead(byte marker, byte tiny, byte of8, out int length)
    {
        bool isTiny = (marker & 0xf0) == tiny;
        bool isOne = isTiny || (marker >= of8 && marker <= of8 + 2);
        length = isTiny ? marker & 0x0f : isOne ? Length(marker - of8) : 0;
        return isOne;
    }

    /// <summary>
    /// Reads a length of 1, 2 or 4 bytes. Every element takes a byte at least, so a length beyond the remaining bytes is damage.
    /// </summary>
    private int Length(int kind)
    {
        int length = kind switch { 0 => _rest.Byte(), 1 => _rest.UInt16(), _ => _rest.Int32() };
        return (uint)length <= (uint)_rest.Remaining
            ? length
            : throw new WireProtocolException(
                $"The server announces {length} elements or bytes in a message that has {_rest.Remaining} left.");
    }

    private void Skip(byte marker, int depth)
    {
        if (depth > MaxDepth)
        {
            throw new WireProtocolException(
                $"The server's values are nested more than {MaxDepth} levels deep, the most that is accepted.");
        }

        int length;
        if (marker is PackStream.Null or PackStream.True or PackStream.False || TryInteger(marker, out _))
        {
            return;
        }

        if (marker == PackStream.Float)
        {
            _rest.Take(8);
        }
        else if (TryHead(marker, PackStream.TinyText, PackStream.Text8, out length))
        {
            _rest.Take(length);
        }
        else if (marker is >= PackStream.Bytes8 and <= PackStream.Bytes32)
        {
            _rest.Take(Length(marker - PackStream.Bytes8));
        }
        else if (TryHead(marker, PackStream.TinyList, PackStream.List8, out length))
        {
            SkipAll(length, depth);
        }
        else if (TryHead(marker, PackStream.TinyMap, PackStream.Map8, out length))
        {
            SkipAll(2 * length, depth);
        }
        else if ((marker & 0xf0) == PackStream.Structure)
        {
            _rest.Byte();
            SkipAll(marker & 0x0f, depth);
        }
        else
        {
            throw Unexpected(marker, "a value");
        }
    }

    private void SkipAll(int count, int depth)
    {
        for (int i = 0; i < count; i++)
        {
            Skip(_rest.Byte(), depth + 1);
        }
    }
}
