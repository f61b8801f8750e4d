using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Encodes messages into one growing array that is sent as it is: 16 bits of length before each chunk, a length of 0 behind each
/// message. <c>Neo4jWriter</c> reuses one for all its batches, into which <c>Neo4jRowEncoder</c> writes every record, and
/// <c>Neo4jAudit</c> has its own. <see cref="BoltConnection.Send"/> sends it. Encoding allocates only to grow. Not thread-safe.
/// </summary>
public sealed class BoltRequest
{
    /// <summary>The longest chunk in bytes.</summary>
    public const int MaxChunkBytes = ushort.MaxValue;

    private const int LengthBytes = 2;

    private byte[] _bytes;
    private int _end;
    private int _chunk;

    /// <summary>Creates an empty request.</summary>
    /// <param name="capacity">Initial room in bytes.</param>
    public BoltRequest(int capacity = 1024) => _bytes = new byte[capacity];

    /// <summary>How many messages the request holds. The server answers each.</summary>
    internal int Messages { get; private set; }

    internal ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _end);

    /// <summary>Drops all messages and keeps the memory.</summary>
    public BoltRequest Clear()
    {
        _end = 0;
        Messages = 0;
        return this;
    }

    /// <summary>Begins a statement. The map of its parameters follows, then <see cref="EndStatement"/>.</summary>
    /// <param name="text">The Cypher statement, UTF-8.</param>
    public BoltRequest BeginStatement(ReadOnlySpan<byte> text) => BeginMessage(BoltMessage.Run, 3).Utf8(text);

    /// <summary>Ends a statement and requests all of its rows.</summary>
    /// <param name="context">Database and mark; null inside a transaction, which has them already.</param>
    public BoltRequest EndStatement(BoltContext? context)
    {
        Context(context).EndMessage();
        return BeginMessage(BoltMessage.Pull, 1).Map(1).Utf8("n"u8).Integer(-1).EndMessage();
    }

    /// <summary>Adds BEGIN.</summary>
    /// <param name="context">Database and mark of the transaction.</param>
    public BoltRequest BeginTransaction(BoltContext context) => BeginMessage(BoltMessage.Begin, 1).Context(context).EndMessage();

    /// <summary>Adds COMMIT.</summary>
    public BoltRequest Commit() => BeginMessage(BoltMessage.Commit, 0).EndMessage();

    /// <summary>Begins a map of <paramref name="count"/> pairs, which follow.</summary>
    public BoltRequest Map(int count)
    {
        Advance(PackStream.WriteMap(Room(PackStream.MaxHeadBytes), count));
        return this;
    }

    /// <summary>Begins a list of <paramref name="count"/> elements, which follow.</summary>
    public BoltRequest List(int count)
    {
        Advance(PackStream.WriteList(Room(PackStream.MaxHeadBytes), count));
        return this;
    }

    /// <summary>Adds a whole number in as few bytes as it needs.</summary>
    public BoltRequest Integer(long value)
    {
        Advance(PackStream.WriteInteger(Room(PackStream.MaxNumberBytes), value));
        return this;
    }

    /// <summary>Adds a text.</summary>
    public BoltRequest Text(string text) => Utf8(Encoding.UTF8.GetBytes(text));

    /// <summary>Adds a text that is UTF-8 already.</summary>
    public BoltRequest Utf8(ReadOnlySpan<byte> text)
    {
        Advance(PackStream.WriteText(Room(PackStream.MaxHeadBytes), text.Length));
        while (text.Length > 0)
        {
            int length = Math.Min(text.Length, MaxChunkBytes);
            text[..length].CopyTo(Room(length));
            _end += length;
            text = text[length..];
        }

        return this;
    }

    /// <summary>
    /// Room for bytes that the caller writes. The caller then calls <see cref="Advance"/> with the number of bytes written.
    /// </summary>
    /// <param name="bytes">The most that the caller writes, up to <see cref="MaxChunkBytes"/>.</param>
    /// <returns>The room; never split by the end of a chunk.</returns>
    public Span<byte> Room(int bytes)
    {
        if (_end - _chunk - LengthBytes + bytes > MaxChunkBytes)
        {
            CloseChunk();
            OpenChunk();
        }

        Ensure(bytes);
        return _bytes.AsSpan(_end, bytes);
    }

    /// <summary>
    /// Makes the first <paramref name="bytes"/> of the room part of the request. Never write <c>_end += Write(Room())</c>: the
    /// room may begin in another chunk than <c>_end</c> was in.
    /// </summary>
    public void Advance(int bytes) => _end += bytes;

    /// <summary>Begins a message and its first chunk. Its fields follow, then <see cref="EndMessage"/>.</summary>
    internal BoltRequest BeginMessage(byte signature, int fields)
    {
        OpenChunk();
        var room = Room(2);
        room[0] = (byte)(PackStream.Structure | fields);
        room[1] = signature;
        _end += 2;
        return this;
    }

    /// <summary>Closes the last chunk, adds the zero length that ends the message, and counts the message.</summary>
    internal BoltRequest EndMessage()
    {
        CloseChunk();
        Ensure(LengthBytes);
        _bytes.AsSpan(_end, LengthBytes).Clear();
        _end += LengthBytes;
        Messages++;
        return this;
    }

    private BoltRequest Context(BoltContext? context)
    {
        if (context is null)
        {
            return Map(0);
        }

        Map((context.Database is null ? 0 : 1) + (context.Mark is null ? 0 : 1));
        if (context.Database is { } database)
        {
            Utf8("db"u8).Utf8(database);
        }

        if (context.Mark is { } mark)
        {
            Utf8("tx_metadata"u8).Map(1).Utf8(BoltContext.MarkName).Utf8(mark);
        }

        return this;
    }

    private void OpenChunk()
    {
        Ensure(LengthBytes);
        _chunk = _end;
        _end += LengthBytes;
    }

    private void CloseChunk() =>
        BinaryPrimitives.WriteUInt16BigEndian(_bytes.AsSpan(_chunk), (ushort)(_end - _chunk - LengthBytes));

    private void Ensure(int bytes)
    {
        if (_bytes.Length - _end < bytes)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + bytes));
        }
    }
}
