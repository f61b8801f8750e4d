using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Cuts the server's bytes into messages, with or without segments. Buffers grow only as bytes arrive and only up to the
/// largest message allowed; a message that does not end in time is a lost connection.
/// </summary>
internal sealed class CqlMessageReader(WireStream stream, int maxMessageBytes)
{
    private const int HeaderBytes = 9;
    private const int InitialBytes = 64 * 1024;
    private const int ResponseBit = 0x80;

    private readonly ReceiveBuffer _received = new(stream, InitialBytes);

    // What the segments so far held, from where it is not read yet; unused before there are segments.
    private byte[] _messages = [];
    private int _start;
    private int _end;
    private int _segmentHeaderBytes;
    private bool _isCompressed;

    /// <summary>Whether something has been received that was not read yet: the next message, or its beginning.</summary>
    public bool HasReceived => _end > _start || !_received.IsEmpty;

    private bool IsSegmented => _segmentHeaderBytes > 0;

    /// <summary>The version that the server must answer in; 0 accepts any, for the first answer.</summary>
    public int Version { get; set; }

    /// <summary>The version of the message read last.</summary>
    public int LastVersion { get; private set; }

    /// <summary>From now on messages come in segments.</summary>
    /// <param name="isCompressed">Whether they are compressed.</param>
    /// <exception cref="WireProtocolException">The server has sent more than it was asked for.</exception>
    public void BeginSegments(bool isCompressed)
    {
        if (!_received.IsEmpty)
        {
            throw new WireProtocolException("The server sent bytes that nobody asked for.");
        }

        _isCompressed = isCompressed;
        _segmentHeaderBytes = isCompressed ? CqlCompression.HeaderBytes : CqlSegment.HeaderBytes;
        _messages = new byte[InitialBytes];
    }

    /// <summary>Reads the next message.</summary>
    /// <exception cref="WireProtocolException">The bytes are not what the protocol says.</exception>
    /// <exception cref="ConnectionLostException">The connection was lost, or the message did not end in time.</exception>
    public CqlMessage Read()
    {
        stream.BeginAnswer();
        var header = Peek(HeaderBytes);
        int length = BinaryPrimitives.ReadInt32BigEndian(header[5..]);
        LastVersion = header[0] & ~ResponseBit;
        if ((header[0] & ResponseBit) == 0 || (Version != 0 && LastVersion != Version))
        {
            throw new WireProtocolException("A message is not an answer in the version of the protocol that was agreed on.");
        }

        if (length < 0 || length > maxMessageBytes)
        {
            throw new WireProtocolException($"A message claims to have {length} bytes; {maxMessageBytes} are allowed.");
        }

        int flags = header[1];
        int streamId = BinaryPrimitives.ReadInt16BigEndian(header[2..]);
        var opcode = (CqlOpcode)header[4];
        var body = new CqlReader(Take(HeaderBytes + length)[HeaderBytes..]);
        SkipExtras(ref body, flags);
        return new CqlMessage(opcode, streamId, body);
    }

    /// <summary>Passes over what may come before the message proper: tracing id, warnings, custom payload (section 4).</summary>
    private static void SkipExtras(ref CqlReader body, int flags)
    {
        const int Compressed = 0x01, Tracing = 0x02, CustomPayload = 0x04, Warning = 0x08, UuidBytes = 16;
        if ((flags & Compressed) != 0)
        {
            throw new WireProtocolException("A message is compressed although no compression was agreed on.");
        }

        if ((flags & Tracing) != 0)
        {
            body.Take(UuidBytes);
        }

        for (int left = (flags & Warning) != 0 ? body.UInt16() : 0; left > 0; left--)
        {
            body.ShortBytes();
        }

        for (int left = (flags & CustomPayload) != 0 ? body.UInt16() : 0; left > 0; left--)
        {
            body.ShortBytes();
            body.Bytes(out _);
        }
    }

    /// <summary>Waits until so many bytes of messages are there.</summary>
    private ReadOnlySpan<byte> Peek(int bytes)
    {
        if (!IsSegmented)
        {
            return _received.Peek(bytes);
        }

        while (_end - _start < bytes)
        {
            ReadSegment();
        }

        return _messages.AsSpan(_start, bytes);
    }

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (!IsSegmented)
        {
            return _received.Take(bytes);
        }

        var taken = Peek(bytes);
        _start += bytes;
        return taken;
    }

    private void ReadSegment()
    {
        int original = 0;
        var header = _received.Peek(_segmentHeaderBytes);
        int length = _isCompressed ? CqlCompression.ReadHeader(header, out original) : CqlSegment.ReadHeader(header);
        var segment = _received.Take(_segmentHeaderBytes + length + CqlSegment.TrailerBytes)[_segmentHeaderBytes..];
        var payload = segment[..length];
        CqlSegment.CheckPayload(payload, segment[length..]);
        int restored = original > 0 ? original : length;
        Reserve(restored);
        var room = _messages.AsSpan(_end, restored);
        if (original > 0)
        {
            Lz4Block.Decompress(payload, room);
        }
        else
        {
            payload.CopyTo(room);
        }

        _end += restored;
    }

    /// <summary>Makes room for more bytes of messages: by moving what is left to the front, else by doubling.</summary>
    private void Reserve(int bytes)
    {
        if (_start == _end)
        {
            _start = _end = 0;
        }

        if (_messages.Length - _end >= bytes)
        {
            return;
        }

        int used = _end - _start;
        byte[] target = used + bytes > _messages.Length ? new byte[Math.Max(used + bytes, 2 * _messages.Length)] : _messages;
        _messages.AsSpan(_start, used).CopyTo(target);
        _messages = target;
        _start = 0;
        _end = used;
    }
}
