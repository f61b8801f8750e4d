using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// Bytes of BSON and of messages, written one behind the other; lengths are filled in when a document ends. The buffer is reused and grows to the
/// largest use.
/// </summary>
public sealed class BsonBuffer
{
    private const int InitialBytes = 64 * 1024;

    private byte[] _bytes = new byte[InitialBytes];

    /// <summary>How many bytes are written.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes that are written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Begins again.</summary>
    public void Clear() => Length = 0;

    /// <summary>Drops what was written behind a place.</summary>
    /// <param name="length">How many bytes stay.</param>
    public void Truncate(int length) => Length = Math.Min(Length, length);

    /// <summary>Room for bytes that the caller fills, and that count as written.</summary>
    /// <param name="bytes">How many.</param>
    /// <returns>The room; valid until the next call.</returns>
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
    /// <param name="bytes">The bytes.</param>
    public void Raw(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Append(bytes.Length));

    /// <summary>Writes 4 bytes, the least significant first.</summary>
    /// <param name="value">The number.</param>
    public void Int32(int value) => BinaryPrimitives.WriteInt32LittleEndian(Append(sizeof(int)), value);

    /// <summary>Writes 8 bytes, the least significant first.</summary>
    /// <param name="value">The number.</param>
    public void Int64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Append(sizeof(long)), value);

    /// <summary>Changes 4 bytes that are written.</summary>
    /// <param name="at">Where.</param>
    /// <param name="value">The number.</param>
    public void Patch(int at, int value) => BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(at), value);

    /// <summary>Begins a document.</summary>
    /// <returns>What <see cref="EndDocument"/> takes.</returns>
    public int BeginDocument()
    {
        int start = Length;
        Int32(0);
        return start;
    }

    /// <summary>Begins a document, or an array, within a document.</summary>
    /// <param name="type">Which of the two.</param>
    /// <param name="name">Its name.</param>
    /// <returns>What <see cref="EndDocument"/> takes.</returns>
    public int BeginElement(BsonType type, ReadOnlySpan<byte> name)
    {
        Header(type, name);
        return BeginDocument();
    }

    /// <summary>Ends a document.</summary>
    /// <param name="start">What its beginning gave.</param>
    public void EndDocument(int start)
    {
        Append(1)[0] = 0;
        Patch(start, Length - start);
    }

    /// <summary>Writes the type and the name of an element; its value follows.</summary>
    /// <param name="type">The type.</param>
    /// <param name="name">The name, without a zero.</param>
    public void Header(BsonType type, ReadOnlySpan<byte> name)
    {
        var room = Append(name.Length + 2);
        room[0] = (byte)type;
        name.CopyTo(room[1..]);
        room[^1] = 0;
    }

    /// <summary>Writes an element that is a whole number of 32 bits.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Int32(ReadOnlySpan<byte> name, int value)
    {
        Header(BsonType.Int32, name);
        Int32(value);
    }

    /// <summary>Writes an element that is a whole number of 64 bits.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Int64(ReadOnlySpan<byte> name, long value)
    {
        Header(BsonType.Int64, name);
        Int64(value);
    }

    /// <summary>Writes an element that is a floating-point number.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Double(ReadOnlySpan<byte> name, double value)
    {
        Header(BsonType.Double, name);
        BinaryPrimitives.WriteDoubleLittleEndian(Append(sizeof(double)), value);
    }

    /// <summary>Writes an element that is true or false.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Boolean(ReadOnlySpan<byte> name, bool value)
    {
        Header(BsonType.Boolean, name);
        Append(1)[0] = value ? (byte)1 : (byte)0;
    }

    /// <summary>Writes an element that is a text.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Text(ReadOnlySpan<byte> name, string value)
    {
        Header(BsonType.String, name);
        int bytes = Encoding.UTF8.GetByteCount(value);
        Int32(bytes + 1);
        Encoding.UTF8.GetBytes(value, Append(bytes));
        Append(1)[0] = 0;
    }

    /// <summary>Writes an element that is bytes of no particular kind.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="value">Its value.</param>
    public void Binary(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        Header(BsonType.Binary, name);
        Int32(value.Length);
        Append(1)[0] = 0;
        Raw(value);
    }

    private void Grow(int bytes) => Array.Resize(ref _bytes, checked(Math.Max(Length + bytes, 2 * _bytes.Length)));
}
