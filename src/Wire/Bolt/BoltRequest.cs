using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Messages that are being written, in chunks as the protocol wants them: 16 bits of length before each chunk, a length of 0 behind a message. Used again for the next ones; its memory stays.
/// </summary>
public sealed class BoltRequest
{
    /// <summary>The longest chunk.</summary>
    public const int MaxChunkBytes = ushort.MaxValue;

    private const int LengthBytes = 2;

    private byte[] _bytes;
    private int _end;
    private int _chunk;

    /// <summary>Creates an empty request.</summary>
    /// <param name="capacity">Bytes to have room for at first.</param>
    public BoltRequest(int capacity = 1024) => _bytes = new byte[capacity];

    /// <summary>How many messages it holds, each of which the server answers.</summary>
    internal int Messages { get; private set; }

    internal ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _end);

    /// <summary>Drops its messages.</summary>
    /// <returns>This.</returns>
    public BoltRequest Clear()
    {
        _end = 0;
        Messages = 0;
        return this;
    }

    /// <summary>Adds the beginning of a statement; the map of its parameters follows, then <see cref="EndStatement"/>.</summary>
    /// <param name="text">Its text as UTF-8.</param>
    /// <returns>This.</returns>
    public BoltRequest BeginStatement(ReadOnlySpan<byte> text) => BeginMessage(BoltMessage.Run, 3).Utf8(text);

    /// <summary>Ends a statement, and asks for all of its rows.</summary>
    /// <param name="context">What it runs in; none within a transaction.</param>
    /// <returns>This.</returns>
    public BoltRequest EndStatement(BoltContext? context)
    {
        Context(context).EndMessage();
        return BeginMessage(BoltMessage.Pull, 1).Map(1).Utf8("n"u8).Integer(-1).EndMessage();
    }

    /// <summary>Adds the beginning of a transaction.</summary>
    /// <param name="context">What it runs in.</param>
    /// <returns>This.</returns>
    public BoltRequest BeginTransaction(BoltContext context) => BeginMessage(BoltMessage.Begin, 1).Context(context).EndMessage();

    /// <summary>Adds the end of a transaction.</summary>
    /// <returns>This.</returns>
    public BoltRequest Commit() => BeginMessage(BoltMessage.Commit, 0).EndMessage();

    /// <summary>Adds what stands before the pairs of a map.</summary>
    /// <param name="count">How many pairs follow.</param>
    /// <returns>This.</returns>
    public BoltRequest Map(int count)
    {
        Advance(PackStream.WriteMap(Room(PackStream.MaxHeadBytes), count));
        return this;
    }

    /// <summary>Adds what stands before the elements of a list.</summary>
    /// <param name="count">How many elements follow.</param>
    /// <returns>This.</returns>
    public BoltRequest List(int count)
    {
        Advance(PackStream.WriteList(Room(PackStream.MaxHeadBytes), count));
        return this;
    }

    /// <summary>Adds a whole number.</summary>
    /// <param name="value">The number.</param>
    /// <returns>This.</returns>
    public BoltRequest Integer(long value)
    {
        Advance(PackStream.WriteInteger(Room(PackStream.MaxNumberBytes), value));
        return this;
    }

    /// <summary>Adds a text.</summary>
    /// <param name="text">The text.</param>
    /// <returns>This.</returns>
    public BoltRequest Text(string text) => Utf8(Encoding.UTF8.GetBytes(text));

    /// <summary>Adds a text.</summary>
    /// <param name="text">Its UTF-8.</param>
    /// <returns>This.</returns>
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

    /// <summary>Room for bytes that the caller writes; how many it took it says by <see cref="Advance"/>.</summary>
    /// <param name="bytes">The most that it will take, at most <see cref="MaxChunkBytes"/>.</param>
    /// <returns>The room, not split by a chunk's end.</returns>
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

    /// <summary>Takes of the room what was written to. Never <c>_end += Write(Room())</c>: the room may be in another chunk than the end was.</summary>
    /// <param name="bytes">How many bytes.</param>
    public void Advance(int bytes) => _end += bytes;

    internal BoltRequest BeginMessage(byte signature, int fields)
    {
        OpenChunk();
        var room = Room(2);
        room[0] = (byte)(PackStream.Structure | fields);
        room[1] = signature;
        _end += 2;
        return this;
    }

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

    private void CloseChunk() => BinaryPrimitives.WriteUInt16BigEndian(_bytes.AsSpan(_chunk), (ushort)(_end - _chunk - LengthBytes));

    private void Ensure(int bytes)
    {
        if (_bytes.Length - _end < bytes)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + bytes));
        }
    }
}
