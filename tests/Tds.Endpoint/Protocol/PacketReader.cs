using System.Buffers.Binary;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>
/// Reads messages: one or more packets of the same kind, the last of them marked (MS-TDS 2.2.3). What a message carries is handed
/// out as one run of bytes, without the headers between.
/// </summary>
/// <param name="stream">The connection, plain or encrypted.</param>
internal sealed class PacketReader(Stream stream)
{
    private const int HeaderLength = 8;
    private const byte EndOfMessage = 0x01;

    private byte[] _buffer = new byte[1 << 16];
    private readonly byte[] _packet = new byte[1 << 16];
    private int _packetStart;
    private int _packetEnd;
    private int _start;
    private int _end;
    private bool _isLast = true;

    /// <summary>The connection; another one once it is encrypted, or no longer.</summary>
    public Stream Stream { get; set; } = stream;

    /// <summary>The kind of the message that is being read.</summary>
    public PacketKind Kind { get; private set; }

    /// <summary>Bytes of messages read so far, headers not counted.</summary>
    public long PayloadBytes { get; private set; }

    /// <summary>
    /// Whether bytes of another message have come already, behind the one that was read: the socket will not tell of them again.
    /// </summary>
    public bool HasMore => _packetEnd > _packetStart;

    /// <summary>Waits for a message.</summary>
    /// <returns>False when the client has closed the connection.</returns>
    public bool TryBegin()
    {
        while (!_isLast || _start < _end)
        {
            _start = _end = 0;
            if (!_isLast)
            {
                ReadPacket();
            }
        }

        _start = _end = 0;
        return ReadPacket();
    }

    /// <summary>Whether the message has ended.</summary>
    public bool IsAtEnd
    {
        get
        {
            while (_start == _end && !_isLast)
            {
                ReadPacket();
            }

            return _start == _end;
        }
    }

    /// <summary>The next bytes of the message; they are valid until the next call.</summary>
    /// <exception cref="EndOfStreamException">The message or the connection ends before.</exception>
    public ReadOnlySpan<byte> Take(int count)
    {
        while (_end - _start < count)
        {
            if (_isLast || !ReadPacket())
            {
                throw new EndOfStreamException($"The message ends {count - (_end - _start)} bytes early.");
            }
        }

        var taken = _buffer.AsSpan(_start, count);
        _start += count;
        return taken;
    }

    public byte Byte() => Take(1)[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    public string Text(int characters) => System.Text.Encoding.Unicode.GetString(Take(2 * characters));

    /// <summary>Everything that is left of the message.</summary>
    public byte[] Rest()
    {
        while (!_isLast && ReadPacket())
        {
            // Each packet adds to the buffer.
        }

        byte[] rest = _buffer.AsSpan(_start, _end - _start).ToArray();
        _start = _end;
        return rest;
    }

    private bool ReadPacket()
    {
        if (!Fill(HeaderLength))
        {
            return false;
        }

        var header = _packet.AsSpan(_packetStart, HeaderLength);
        Kind = (PacketKind)header[0];
        _isLast = (header[1] & EndOfMessage) != 0;
        int length = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
        if (length < HeaderLength || !Fill(length))
        {
            throw new EndOfStreamException("A packet was cut off.");
        }

        int payload = length - HeaderLength;
        MakeRoom(payload);
        _packet.AsSpan(_packetStart + HeaderLength, payload).CopyTo(_buffer.AsSpan(_end));
        _end += payload;
        _packetStart += length;
        PayloadBytes += payload;
        return true;
    }

    /// <summary>Has at least so many bytes of packets in the buffer.</summary>
    private bool Fill(int count)
    {
        if (_packetEnd - _packetStart < count)
        {
            Buffer.BlockCopy(_packet, _packetStart, _packet, 0, _packetEnd - _packetStart);
            _packetEnd -= _packetStart;
            _packetStart = 0;
            while (_packetEnd < count)
            {
                int read = Stream.Read(_packet, _packetEnd, _packet.Length - _packetEnd);
                if (read == 0)
                {
                    return _packetEnd == 0 ? false : throw new EndOfStreamException("The connection was closed in a packet.");
                }

                _packetEnd += read;
            }
        }

        return true;
    }

    private void MakeRoom(int count)
    {
        if (_buffer.Length - _end >= count)
        {
            return;
        }

        int left = _end - _start;
        byte[] target = left + count > _buffer.Length ? new byte[2 * (left + count)] : _buffer;
        Buffer.BlockCopy(_buffer, _start, target, 0, left);
        _buffer = target;
        _start = 0;
        _end = left;
    }
}
