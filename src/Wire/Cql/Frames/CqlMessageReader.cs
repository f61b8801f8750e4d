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

    private byte[] _messages = new byte[InitialBytes];
    private byte[] _segments = [];
    private int _start;
    private int _end;
    private int _segmentStart;
    private int _segmentEnd;
    private int _headerBytes;
    private bool _isCompressed;

    /// <summary>The version that the server must answer in; 0 accepts any, for the first answer.</summary>
    public int Version { get; set; }

    /// <summary>The version of the message read last.</summary>
    public int LastVersion { get; private set; }

    /// <summary>From now on messages come in segments.</summary>
    /// <param name="isCompressed">Whether they are compressed.</param>
    /// <exception cref="WireProtocolException">The server has sent more than it was asked for.</exception>
    public void BeginSegments(bool isCompressed)
    {
        if (_end != _start)
        {
            throw new WireProtocolException("The server sent bytes that nobody asked for.");
        }

        _isCompressed = isCompressed;
        _headerBytes = isCompressed ? CqlCompression.HeaderBytes : CqlSegment.HeaderBytes;
        _segments = new byte[_headerBytes + CqlSegment.MaxPayloadBytes + CqlSegment.TrailerBytes];
    }

    /// <summary>Reads the next message.</summary>
    /// <exception cref="WireProtocolException">The bytes are not what the protocol says.</exception>
    /// <exception cref="ConnectionLostException">The connection was lost, or the message did not end in time.</exception>
    public CqlMessage Read()
    {
        stream.BeginAnswer();
        Need(HeaderBytes);
        var header = _messages.AsSpan(_start, HeaderBytes);
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
        Need(HeaderBytes + length);
        var body = new CqlReader(_messages.AsSpan(_start + HeaderBytes, length));
        _start += HeaderBytes + length;
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
    private void Need(int bytes)
    {
        while (_end - _start < bytes)
        {
            if (_segments.Length > 0)
            {
                ReadSegment();
            }
            else
            {
                Reserve(1);
                _end += stream.Receive(_messages.AsSpan(_end));
            }
        }
    }

    private void ReadSegment()
    {
        NeedSegment(_headerBytes);
        int original = 0;
        var header = _segments.AsSpan(_segmentStart);
        int length = _isCompressed ? CqlCompression.ReadHeader(header, out original) : CqlSegment.ReadHeader(header);
        NeedSegment(_headerBytes + length + CqlSegment.TrailerBytes);
        var payload = _segments.AsSpan(_segmentStart + _headerBytes, length);
        CqlSegment.CheckPayload(payload, _segments.AsSpan(_segmentStart + _headerBytes + length));
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
        _segmentStart += _headerBytes + length + CqlSegment.TrailerBytes;
    }

    private void NeedSegment(int bytes)
    {
        if (_segmentStart == _segmentEnd)
        {
            _segmentStart = _segmentEnd = 0;
        }
        else if (_segments.Length - _segmentStart < bytes)
        {
            _segments.AsSpan(_segmentStart, _segmentEnd - _segmentStart).CopyTo(_segments);
            _segmentEnd -= _segmentStart;
            _segmentStart = 0;
        }

        while (_segmentEnd - _segmentStart < bytes)
        {
            _segmentEnd += stream.Receive(_segments.AsSpan(_segmentEnd));
        }
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
