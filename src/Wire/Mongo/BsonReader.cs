using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Iterates over the elements of one BSON document without copying. <see cref="MongoConnection"/>, <see cref="MongoPage"/> and
/// <see cref="BsonDocument"/> read answers with it, and <c>RecordReader</c> and <c>BucketReader</c> read stored records with it
/// for mixes and the audit. Spans point into the caller's bytes and must not be used longer than these. It allocates nothing
/// except <see cref="Text"/>. It checks every length against the available bytes and throws <see cref="WireProtocolException"/>
/// for damage. Callers must look at <see cref="Type"/> before they read a number.
/// </summary>
public ref struct BsonReader
{
    private const int SmallestDocument = 5;
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

    /// <summary>The current value of type <see cref="BsonType.Int32"/>. The type is not checked.</summary>
    public readonly int Int32 => BinaryPrimitives.ReadInt32LittleEndian(Value);

    /// <summary>
    /// The current value of type <see cref="BsonType.Int64"/>, <see cref="BsonType.DateTime"/> or
    /// <see cref="BsonType.Timestamp"/>. The type is not checked.
    /// </summary>
    public readonly long Int64 => BinaryPrimitives.ReadInt64LittleEndian(Value);

    /// <summary>The current value of type <see cref="BsonType.Double"/>. The type is not checked.</summary>
    public readonly double Double => BinaryPrimitives.ReadDoubleLittleEndian(Value);

    /// <summary>The current value as text, decoded from UTF-8 into a new string. The type is not checked.</summary>
    public readonly string Text => Encoding.UTF8.GetString(Value);

    /// <summary>
    /// True if the current value is the Boolean true, or a number whose whole part is not zero. Servers send <c>ok</c> as either.
    /// </summary>
    /// <exception cref="WireProtocolException">The value is a double of 2^53 or more in magnitude, or NaN.</exception>
    public readonly bool IsTrue => Type switch
    {
        BsonType.Boolean => Value[0] != 0,
        BsonType.Int32 or BsonType.Int64 or BsonType.Double => Whole() != 0,
        _ => false,
    };

    /// <summary>Reads the length in bytes of a document, and checks that the document ends there with a zero.</summary>
    /// <param name="bytes">The document and anything behind it.</param>
    /// <exception cref="WireProtocolException">The document is cut off, or does not end where its length says.</exception>
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
            BsonType.ObjectId => Take(BsonObjectId.Bytes),
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

    /// <summary>
    /// The current value as a whole number: a 32-bit or 64-bit integer, a date in milliseconds since 1970, or a double, whose
    /// fraction is cut off.
    /// </summary>
    /// <exception cref="WireProtocolException">The value has another type, or is a double of 2^53 or more, or NaN.</exception>
    public readonly long Whole() => Type switch
    {
        BsonType.Int32 => Int32,
        BsonType.Int64 or BsonType.DateTime => Int64,
        BsonType.Double when Math.Abs(Double) < 1L << 53 => (long)Double,
        _ => throw Damaged($"has no whole number in {Encoding.UTF8.GetString(Name)}"),
    };

    /// <summary>Returns the exception for a damaged document. The text continues the words "A document of the server".</summary>
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
