using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Encodes BSON and messages into one growing array. Ending a document fills in its length. Each <see cref="MongoRequestBuffer"/>
/// owns one, into which <c>RecordShape</c> and <c>BucketShape</c> encode every record. <c>MongoDriverRecords</c> encodes for the
/// vendor's driver into its own. It allocates only to grow and keeps its memory.
/// </summary>
public sealed class BsonBuffer
{
    private const int InitialBytes = 64 * 1024;

    private byte[] _bytes = new byte[InitialBytes];

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Drops everything and keeps the memory.</summary>
    public void Clear() => Length = 0;

    /// <summary>Drops everything behind the first <paramref name="length"/> bytes.</summary>
    public void Truncate(int length) => Length = Math.Min(Length, length);

    /// <summary>
    /// Extends the buffer by <paramref name="bytes"/> bytes, which the caller must fill. Valid until the next call.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Span<byte> Append(int bytes)
    {
        if (_bytes.Length - Length < bytes)
        {
            Grow(bytes);
        }

        int at = Length;
        Length += bytes;
        return _bytes.AsSpan(at, bytes);
    }

    /// <summary>Writes bytes as they are.</summary>
    public void Raw(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Append(bytes.Length));

    /// <summary>Writes a 32-bit number, little-endian.</summary>
    public void Int32(int value) => BinaryPrimitives.WriteInt32LittleEndian(Append(sizeof(int)), value);

    /// <summary>Writes a 64-bit number, little-endian.</summary>
    public void Int64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Append(sizeof(long)), value);

    /// <summary>Overwrites a 32-bit number.</summary>
    /// <param name="at">Offset in bytes.</param>
    /// <param name="value">The new number.</param>
    public void Patch(int at, int value) => BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(at), value);

    /// <summary>Begins a document and returns the offset that <see cref="EndDocument"/> takes.</summary>
    public int BeginDocument()
    {
        int start = Length;
        Int32(0);
        return start;
    }

    /// <summary>Begins a nested document or array and returns the offset that <see cref="EndDocument"/> takes.</summary>
    /// <param name="type"><see cref="BsonType.Document"/> or <see cref="BsonType.Array"/>.</param>
    /// <param name="name">The element's name, UTF-8 without a zero.</param>
    public int BeginElement(BsonType type, ReadOnlySpan<byte> name)
    {
        Header(type, name);
        return BeginDocument();
    }

    /// <summary>Ends a document and fills in its length.</summary>
    /// <param name="start">The offset that its beginning returned.</param>
    public void EndDocument(int start)
    {
        Append(1)[0] = 0;
        Patch(start, Length - start);
    }

    /// <summary>Writes the type and name of an element. Its value follows.</summary>
    /// <param name="type">The element's type.</param>
    /// <param name="name">The element's name, UTF-8 without a zero.</param>
    public void Header(BsonType type, ReadOnlySpan<byte> name)
    {
        var room = Append(name.Length + 2);
        room[0] = (byte)type;
        name.CopyTo(room[1..]);
        room[^1] = 0;
    }

    /// <summary>Writes a 32-bit element.</summary>
    public void Int32(ReadOnlySpan<byte> name, int value)
    {
        Header(BsonType.Int32, name);
        Int32(value);
    }

    /// <summary>Writes a 64-bit element.</summary>
    public void Int64(ReadOnlySpan<byte> name, long value)
    {
        Header(BsonType.Int64, name);
        Int64(value);
    }

    /// <summary>Writes a double element.</summary>
    public void Double(ReadOnlySpan<byte> name, double value)
    {
        Header(BsonType.Double, name);
        BinaryPrimitives.WriteDoubleLittleEndian(Append(sizeof(double)), value);
    }

    /// <summary>Writes a Boolean element.</summary>
    public void Boolean(ReadOnlySpan<byte> name, bool value)
    {
        Header(BsonType.Boolean, name);
        Append(1)[0] = value ? (byte)1 : (byte)0;
    }

    /// <summary>Writes a text element.</summary>
    public void Text(ReadOnlySpan<byte> name, string value)
    {
        Header(BsonType.String, name);
        int bytes = Encoding.UTF8.GetByteCount(value);
        Int32(bytes + 1);
        Encoding.UTF8.GetBytes(value, Append(bytes));
        Append(1)[0] = 0;
    }

    /// <summary>Writes a binary element of the generic subtype.</summary>
    public void Binary(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        Header(BsonType.Binary, name);
        Int32(value.Length);
        Append(1)[0] = 0;
        Raw(value);
    }

    private void Grow(int bytes) => Array.Resize(ref _bytes, checked(Math.Max(Length + bytes, 2 * _bytes.Length)));
}
