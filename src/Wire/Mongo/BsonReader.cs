using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Iterates over the elements of one BSON document without copying. The connection reads answers through it, and the audit reads
/// documents; it allocates nothing except <see cref="Text"/>. It checks every length against the available bytes and throws
/// <see cref="WireProtocolException"/> for damage.
/// </summary>
public ref struct BsonReader
{
    private const int SmallestDocument = 5;
    private const int ObjectIdBytes = 12;
    private const int DecimalBytes = 16;

    private ReadOnlySpan<byte> _rest;

    /// <summary>Starts at the first element.</summary>
    /// <param name="document">The whole document, from its length to its final zero.</param>
    /// <exception cref="WireProtocolException">The document's length differs from the number of bytes.</exception>
    public BsonReader(ReadOnlySpan<byte> document)
    {
        if (LengthOf(document) != document.Length)
        {
            throw Damaged("has another length than it says");
        }

        _rest = document[sizeof(int)..];
        Name = [];
        Value = [];
    }

    /// <summary>Type of the current element.</summary>
    public BsonType Type { get; private set; }

    /// <summary>Name of the current element, UTF-8.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>
    /// Bytes of the current value: a text without length and zero, a document or array whole, binary data without length and
    /// subtype.
    /// </summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>The current 32-bit value.</summary>
    public readonly int Int32 => BinaryPrimitives.ReadInt32LittleEndian(Value);

    /// <summary>The current 64-bit value, including dates and timestamps.</summary>
    public readonly long Int64 => BinaryPrimitives.ReadInt64LittleEndian(Value);

    /// <summary>The current double.</summary>
    public readonly double Double => BinaryPrimitives.ReadDoubleLittleEndian(Value);

    /// <summary>The current text.</summary>
    public readonly string Text => Encoding.UTF8.GetString(Value);

    /// <summary>Whether the current value is the Boolean true or a number other than zero, as servers send <c>ok</c>.</summary>
    public readonly bool IsTrue => Type switch
    {
        BsonType.Boolean => Value[0] != 0,
        BsonType.Int32 or BsonType.Int64 or BsonType.Double => Whole() != 0,
        _ => false,
    };

    /// <summary>Reads the length of a document and checks it against the bytes.</summary>
    /// <param name="bytes">The document and anything behind it.</param>
    public static int LengthOf(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < SmallestDocument)
        {
            throw Damaged("is cut off");
        }

        int length = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        return length >= SmallestDocument && length <= bytes.Length && bytes[length - 1] == 0
            ? length
            : throw Damaged("does not end where it says");
    }

    /// <summary>Moves to the next element; false after the last.</summary>
    /// <exception cref="WireProtocolException">The bytes are not an element.</exception>
    public bool Next()
    {
        Type = (BsonType)_rest[0];
        if (Type == BsonType.None)
        {
            return _rest.Length == 1 ? false : throw Damaged("has bytes behind its last element");
        }

        int end = _rest[1..].IndexOf((byte)0);
        if (end < 0)
        {
            throw Damaged("has a name without a terminating zero");
        }

        Name = _rest.Slice(1, end);
        _rest = _rest[(end + 2)..];
        Value = Type switch
        {
            BsonType.Double or BsonType.DateTime or BsonType.Timestamp or BsonType.Int64 => Take(sizeof(long)),
            BsonType.Int32 => Take(sizeof(int)),
            BsonType.Boolean => Take(1),
            BsonType.ObjectId => Take(ObjectIdBytes),
            BsonType.Decimal128 => Take(DecimalBytes),
            BsonType.Null or BsonType.MinKey or BsonType.MaxKey => [],
            BsonType.String or BsonType.JavaScript => TakeText(),
            BsonType.Document or BsonType.Array => Take(LengthOf(_rest)),
            BsonType.Binary => TakeBinary(),
            BsonType.Regex => TakeRegex(),
            _ => throw Damaged($"has an element of type 0x{(byte)Type:X2}, which BSON 1.1 does not define"),
        };

        // The zero at the end belongs to the document, not to an element.
        return _rest.Length > 0 ? true : throw Damaged("ends within its last element");
    }

    /// <summary>The current number as a whole number, whichever of the three numeric types it has.</summary>
    /// <exception cref="WireProtocolException">The value is not a number, or a double beyond 2^53.</exception>
    public readonly long Whole() => Type switch
    {
        BsonType.Int32 => Int32,
        BsonType.Int64 or BsonType.DateTime => Int64,
        BsonType.Double when Math.Abs(Double) < 1L << 53 => (long)Double,
        _ => throw Damaged($"has no whole number in {Encoding.UTF8.GetString(Name)}"),
    };

    internal static WireProtocolException Damaged(string what) => new($"A document of the server {what}.");

    private ReadOnlySpan<byte> Take(int count)
    {
        if ((uint)count >= (uint)_rest.Length)
        {
            throw Damaged("ends within an element");
        }

        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    private ReadOnlySpan<byte> TakeText()
    {
        int length = BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));
        var text = Take(length);
        return length >= 1 && text[^1] == 0 ? text[..^1] : throw Damaged("has a text whose length is wrong");
    }

    private ReadOnlySpan<byte> TakeBinary()
    {
        int length = BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));
        Take(1);
        return Take(length);
    }

    private ReadOnlySpan<byte> TakeRegex()
    {
        int pattern = _rest.IndexOf((byte)0);
        int options = pattern < 0 ? -1 : _rest[(pattern + 1)..].IndexOf((byte)0);
        return options < 0 ? throw Damaged("has a regular expression without a terminating zero") : Take(pattern + options + 2);
    }
}
