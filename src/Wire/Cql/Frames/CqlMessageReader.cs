using System.Buffers.Binary;

namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// Cuts the server's bytes into messages, with or without segments. <see cref="CqlChannel"/> reads through it. Buffers grow only
/// as bytes arrive, up to the largest message allowed. A message that does not end within the request timeout loses the
/// connection.
/// </summary>
internal sealed class CqlMessageReader(WireStream stream, int maxMessageBytes)
{
    private const int HeaderBytes = 9;
    private const int InitialBytes = 64 * 1024;
    private const int ResponseBit = 0x80;

    private readonly ReceiveBuffer _received = new(stream, InitialBytes);

    // Decoded payloads of segments; unused until messages come in segments.
    private byte[] _messages = [];
    private int _start;
    private int _end;
    private int _segmentHeaderBytes;
    private bool _isCompressed;

    /// <summary>Whether bytes have arrived that are not read yet: the next message, or its beginning.</summary>
    public bool HasReceived => _end > _start || !_received.IsEmpty;

    private bool IsSegmented => _segmentHeaderBytes > 0;

    /// <summary>The version that the server must answer in; 0 accepts any, for the first answer.</summary>
    public int Version { get; set; }

    /// <summary>Version of the latest message.</summary>
    public int LastVersion { get; private set; }

    /// <summary>Expects segments from now on. Called once the server accepted STARTUP.</summary>
    /// <param name="isCompressed">Whether segments are compressed.</param>
    /// <exception cref="WireProtocolException">The server sent bytes beyond its answer to STARTUP.</exception>
    public void BeginSegments(bool isCompressed)
    {
        if (!_received.IsEmpty)
        {
            throw new WireProtocolException("The server sent bytes beyond its answer to STARTUP.");
        }

        _isCompressed = isCompressed;
        _segmentHeaderBytes = isCompressed ? CqlCompression.HeaderBytes : CqlSegment.HeaderBytes;
        _messages = new byte[InitialBytes];
    }

    /// <summary>Waits for the next message, valid until the next call.</summary>
    /// <exception cref="WireProtocolException">The bytes break the protocol.</exception>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost, or the message did not end within the request timeout.
    /// </exception>
    public CqlMessage Read()
    {
        stream.BeginAnswer();
        var header = Peek(HeaderBytes);
        int length = BinaryPrimitives.ReadInt32BigEndian(header[5..]);
        LastVersion = header[0] & ~ResponseBit;
        if ((header[0] & ResponseBit) == 0 || (Version != 0 && LastVersion != Version))
        {
            throw new WireProtocolException(
                "The server sent a message that is not an answer in the agreed version of the protocol.");
        }

        if (length < 0 || length > maxMessageBytes)
        {
            throw new WireProtocolException(
                $"A message of the server claims {length} bytes; at most {maxMessageBytes} are accepted.");
        }

        int flags = header[1];
        int streamId = BinaryPrimitives.ReadInt16BigEndian(header[2..]);
        var opcode = (CqlOpcode)header[4];
        var body = new CqlReader(Take(HeaderBytes + length)[HeaderBytes..]);
        SkipExtras(ref body, flags);
        return new CqlMessage(opcode, streamId, body);
    }

    /// <summary>Skips tracing id, warnings and custom payload, which may precede the body (section 4).</summary>
    private static void SkipExtras(ref CqlReader body, int flags)
    {
        const int Compressed = 0x01, Tracing = 0x02, CustomPayload = 0x04, Warning = 0x08, UuidBytes = 16;
        if ((flags & Compressed) != 0)
        {
            throw new WireProtocolException("The server compressed a message although compression was not agreed on.");
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

    /// <summary>Waits until <paramref name="bytes"/> bytes of messages are decoded, without consuming them.</summary>
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

    /// <summary>Makes room for decoded bytes: moves the remainder to the front, or doubles the buffer.</summary>
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
