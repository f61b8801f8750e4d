using System.Globalization;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// A BSON document as objects. The MongoDB target builds commands and reads their answers with it, outside the timed path: it
/// allocates per element, so writers encode records with <see cref="BsonBuffer"/> and the audit reads them with
/// <see cref="BsonReader"/>.
/// </summary>
/// <remarks>
/// Values are <see cref="double"/>, <see cref="string"/>, <see cref="BsonDocument"/>, <see cref="IReadOnlyList{T}"/> for arrays,
/// byte arrays for binary data, <see cref="BsonObjectId"/>, <see cref="bool"/>, <see cref="int"/>, <see cref="long"/>,
/// <see cref="DateTimeOffset"/> and null. Other types are their raw bytes. A <see cref="Guid"/> is written as a UUID.
/// </remarks>
public sealed class BsonDocument
{
    /// <summary>Deepest nesting; MongoDB's limit is 100.</summary>
    private const int MaxDepth = 200;

    private readonly List<KeyValuePair<string, object?>> _elements = [];

    /// <summary>Creates a document with these elements, in this order.</summary>
    public BsonDocument(params ReadOnlySpan<(string Name, object? Value)> elements)
    {
        foreach (var (name, value) in elements)
        {
            Add(name, value);
        }
    }

    /// <summary>All elements, in order.</summary>
    public IReadOnlyList<KeyValuePair<string, object?>> Elements => _elements;

    /// <summary>The value of an element; null if it does not exist.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public object? this[string path]
    {
        get
        {
            object? value = this;
            foreach (string name in path.Split('.'))
            {
                value = (value as BsonDocument)?._elements.Find(e => e.Key == name).Value;
            }

            return value;
        }
    }

    /// <summary>Parses a document.</summary>
    /// <param name="bytes">The whole document.</param>
    /// <exception cref="WireProtocolException">The bytes are not a BSON document.</exception>
    public static BsonDocument Read(ReadOnlySpan<byte> bytes) => Read(bytes, MaxDepth);

    /// <summary>Appends an element and returns this document.</summary>
    public BsonDocument Add(string name, object? value)
    {
        _elements.Add(KeyValuePair.Create(name, value));
        return this;
    }

    /// <summary>Whether an element is the Boolean true or a number other than zero.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public bool IsTrue(string path) =>
        this[path] switch { bool b => b, int i => i != 0, long l => l != 0, double d => d != 0, _ => false };

    /// <summary>An element as a whole number; null if it is not one.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public long? Number(string path) => this[path] switch
    {
        int i => i,
        long l => l,
        double d when Math.Abs(d) < 1L << 53 => (long)d,
        _ => null,
    };

    /// <summary>An element as text; null if it is not text.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public string? Text(string path) => this[path] as string;

    /// <summary>An element as a document; null if it is not one.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public BsonDocument? Document(string path) => this[path] as BsonDocument;

    /// <summary>The values of an array; empty if the element is not an array.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public IReadOnlyList<object?> List(string path) => this[path] as IReadOnlyList<object?> ?? [];

    /// <summary>The texts in an array; empty if the element is not an array.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public IReadOnlyList<string> Texts(string path) => [.. List(path).OfType<string>()];

    /// <summary>The documents in an array; empty if the element is not an array.</summary>
    /// <param name="path">A name, or names of nested documents separated by dots.</param>
    public IReadOnlyList<BsonDocument> Documents(string path) => [.. List(path).OfType<BsonDocument>()];

    /// <summary>Encodes the document at the end of a buffer.</summary>
    public void Write(BsonBuffer to)
    {
        int start = to.BeginDocument();
        foreach (var (name, value) in _elements)
        {
            Write(to, Encoding.UTF8.GetBytes(name), value);
        }

        to.EndDocument(start);
    }

    /// <summary>The document's encoding.</summary>
    public byte[] ToBytes()
    {
        var buffer = new BsonBuffer();
        Write(buffer);
        return buffer.Written.ToArray();
    }

    private static BsonDocument Read(ReadOnlySpan<byte> bytes, int depth)
    {
        var document = new BsonDocument();
        var reader = new BsonReader(bytes);
        while (reader.Next())
        {
            document.Add(Encoding.UTF8.GetString(reader.Name), Value(reader, depth));
        }

        return document;
    }

    private static object? Value(in BsonReader reader, int depth) => reader.Type switch
    {
        BsonType.Double => reader.Double,
        BsonType.String => reader.Text,
        BsonType.Document or BsonType.Array when depth == 0 =>
            throw BsonReader.Damaged($"is nested more than {MaxDepth} levels deep"),
        BsonType.Document => Read(reader.Value, depth - 1),
        BsonType.Array => Array(reader.Value, depth - 1),
        BsonType.ObjectId => BsonObjectId.Read(reader.Value),
        BsonType.Boolean => reader.IsTrue,
        BsonType.DateTime => Date(reader.Int64),
        BsonType.Null => null,
        BsonType.Int32 => reader.Int32,
        BsonType.Int64 => reader.Int64,
        _ => reader.Value.ToArray(),
    };

    private static List<object?> Array(ReadOnlySpan<byte> bytes, int depth)
    {
        var values = new List<object?>();
        var reader = new BsonReader(bytes);
        while (reader.Next())
        {
            values.Add(Value(reader, depth));
        }

        return values;
    }

    // Dates beyond the range of .NET become null.
    private static DateTimeOffset? Date(long milliseconds) =>
        milliseconds >= DateTimeOffset.MinValue.ToUnixTimeMilliseconds()
            && milliseconds <= DateTimeOffset.MaxValue.ToUnixTimeMilliseconds()
            ? DateTimeOffset.FromUnixTimeMilliseconds(milliseconds)
            : null;

    private static void Write(BsonBuffer to, ReadOnlySpan<byte> name, object? value)
    {
        switch (value)
        {
            case null:
                to.Header(BsonType.Null, name);
                break;
            case double number:
                to.Double(name, number);
                break;
            case int number:
                to.Int32(name, number);
                break;
            case long number:
                to.Int64(name, number);
                break;
            case bool flag:
                to.Boolean(name, flag);
                break;
            case string text:
                to.Text(name, text);
                break;
            case byte[] bytes:
                to.Binary(name, bytes);
                break;
            case Guid uuid:
                const byte UuidSubtype = 4;
                to.Header(BsonType.Binary, name);
                to.Int32(16);
                to.Append(1)[0] = UuidSubtype;
                uuid.TryWriteBytes(to.Append(16), bigEndian: true, out _);
                break;
            case BsonObjectId id:
                to.Header(BsonType.ObjectId, name);
                id.Write(to.Append(BsonObjectId.Bytes));
                break;
            case DateTimeOffset date:
                to.Header(BsonType.DateTime, name);
                to.Int64(date.ToUnixTimeMilliseconds());
                break;
            case BsonDocument document:
                to.Header(BsonType.Document, name);
                document.Write(to);
                break;
            case IEnumerable<object?> values:
                int start = to.BeginElement(BsonType.Array, name);
                int index = 0;
                foreach (object? item in values)
                {
                    Write(to, Encoding.UTF8.GetBytes((index++).ToString(CultureInfo.InvariantCulture)), item);
                }

                to.EndDocument(start);
                break;
            default:
                throw new ArgumentException($"A BSON document cannot contain a {value.GetType()}.", nameof(value));
        }
    }
}
