using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Goes through the elements of one BSON document, without copying any. Lengths are checked against the bytes that there are: whatever they
/// claim, the outcome is an element or a <see cref="WireProtocolException"/>.
/// </summary>
public ref struct BsonReader
{
    private const int SmallestDocument = 5;
    private const int ObjectIdBytes = 12;
    private const int DecimalBytes = 16;

    private ReadOnlySpan<byte> _rest;

    /// <summary>Starts reading a document that fills the bytes.</summary>
    /// <param name="document">The document, with its length before and its zero behind.</param>
    /// <exception cref="WireProtocolException">Its length is not that of the bytes.</exception>
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

    /// <summary>The type of the element read last.</summary>
    public BsonType Type { get; private set; }

    /// <summary>Its name, in UTF-8.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>The bytes of its value: of a text without length and zero, of a document or an array whole, of binary data without length and subtype.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>The value of a 32-bit element.</summary>
    public readonly int Int32 => BinaryPrimitives.ReadInt32LittleEndian(Value);

    /// <summary>The value of a 64-bit element, a date or a timestamp included.</summary>
    public readonly long Int64 => BinaryPrimitives.ReadInt64LittleEndian(Value);

    /// <summary>The value of a floating-point element.</summary>
    public readonly double Double => BinaryPrimitives.ReadDoubleLittleEndian(Value);

    /// <summary>The value of a text.</summary>
    public readonly string Text => Encoding.UTF8.GetString(Value);

    /// <summary>Whether the element is true: a Boolean that is, or a number other than zero, as servers answer <c>ok</c>.</summary>
    public readonly bool IsTrue => Type switch
    {
        BsonType.Boolean => Value[0] != 0,
        BsonType.Int32 or BsonType.Int64 or BsonType.Double => Whole() != 0,
        _ => false,
    };

    /// <summary>The length that a document says it has, checked against the bytes.</summary>
    /// <param name="bytes">The document, and whatever follows it.</param>
    /// <returns>Its length.</returns>
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

    /// <summary>Goes to the next element.</summary>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="WireProtocolException">The bytes are no element.</exception>
    public bool Next()
    {
        Type = (BsonType)_rest[0];
        if (Type == BsonType.None)
        {
            return _rest.Length == 1 ? false : throw Damaged("ends before its end");
        }

        int end = _rest[1..].IndexOf((byte)0);
        if (end < 0)
        {
            throw Damaged("has a name without an end");
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
            _ => throw Damaged($"has an element of type 0x{(byte)Type:X2}, which is not known here"),
        };

        // The zero at the end belongs to no element.
        return _rest.Length > 0 ? true : throw Damaged("ends within its last element");
    }

    /// <summary>A number of any of the three types as a whole one.</summary>
    /// <exception cref="WireProtocolException">It is no number, or no whole one.</exception>
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
        return length >= 1 && text[^1] == 0 ? text[..^1] : throw Damaged("has a text that does not end where it says");
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
        return options < 0 ? throw Damaged("has a regular expression without an end") : Take(pattern + options + 2);
    }
}
