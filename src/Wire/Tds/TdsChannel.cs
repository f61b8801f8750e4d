using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Sends and receives messages: one or more packets of one kind, of which the last is marked (MS-TDS 2.2.3). A received message
/// is read as one run of bytes without packet headers. One per session. One thread at a time uses it, except
/// <see cref="SendAttention"/>. Allocates only to grow.
/// </summary>
internal sealed class TdsChannel : IDisposable
{
    public const int HeaderBytes = 8;

    /// <summary>The largest field, or answer kept whole, to accept, in bytes. Answers to this client are far smaller.</summary>
    public const int MaxKeptBytes = 16 * 1024 * 1024;

    private const byte EndOfMessage = 0x01;

    private readonly Lock _sending = new();
    private readonly ReceiveBuffer _received;
    private byte[] _payload = new byte[64 * 1024];
    private readonly byte[] _packet = new byte[TdsConnectionOptions.MaxPacketBytes];
    private int _start;
    private int _end;
    private bool _isLast = true;
    private bool _isAwaited;
    private bool _isAttention;

    /// <summary>Creates a channel that owns <paramref name="stream"/>.</summary>
    public TdsChannel(WireStream stream) => (Stream, _received) = (stream, new(stream, 64 * 1024));

    public WireStream Stream { get; }

    /// <summary>Packet size in bytes, header included, as agreed at the login.</summary>
    public int PacketBytes { get; set; } = 4096;

    /// <summary>Whether the connection is lost or disposed.</summary>
    public bool IsBroken => Stream.IsBroken;

    /// <summary>Whether the current answer was read to its end.</summary>
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

    /// <summary>
    /// Writes the <see cref="HeaderBytes"/> of a packet. Its length includes the header. Its number wraps round at 256.
    /// </summary>
    public static void WriteHeader(Span<byte> to, TdsPacketKind kind, int length, bool isLast, byte number)
    {
        to[0] = (byte)kind;
        to[1] = isLast ? EndOfMessage : (byte)0;
        BinaryPrimitives.WriteUInt16BigEndian(to[2..], (ushort)length);
        to[4] = to[5] = to[7] = 0;
        to[6] = number;
    }

    /// <summary>Sends a whole message.</summary>
    /// <param name="kind">The message's kind.</param>
    /// <param name="payload">The message without headers.</param>
    /// <param name="canTakeEffect">Whether the server can change anything because of it.</param>
    public void Send(TdsPacketKind kind, ReadOnlySpan<byte> payload, bool canTakeEffect = true)
    {
        byte number = 1;
        do
        {
            int length = Math.Min(payload.Length, PacketBytes - HeaderBytes);
            bool isLast = length == payload.Length;
            WriteHeader(_packet, kind, HeaderBytes + length, isLast, number++);
            payload[..length].CopyTo(_packet.AsSpan(HeaderBytes));
            Send(_packet.AsSpan(0, HeaderBytes + length), isLast, canTakeEffect && isLast);
            payload = payload[length..];
        }
        while (payload.Length > 0);
    }

    /// <summary>Sends complete packets.</summary>
    /// <param name="packets">Packets with their headers.</param>
    /// <param name="isEnd">Whether they end a message, whose answer is awaited from here on.</param>
    /// <param name="canTakeEffect">Whether the server can change anything because of them.</param>
    public void Send(ReadOnlySpan<byte> packets, bool isEnd, bool canTakeEffect)
    {
        lock (_sending)
        {
            if (Stream.Encrypted is null)
            {
                Stream.Send(packets, canTakeEffect);
            }
            else
            {
                // One packet per TLS record, like the vendor's clients.
                while (packets.Length > 0)
                {
                    int length = BinaryPrimitives.ReadUInt16BigEndian(packets[2..]);
                    Stream.Send(packets[..length], canTakeEffect);
                    packets = packets[length..];
                }
            }

            _isAwaited |= isEnd;
        }
    }

    /// <summary>
    /// Asks the server to cancel the current request. Sends nothing when no answer is awaited. Any thread may call it.
    /// </summary>
    /// <returns>Whether an attention was sent.</returns>
    public bool SendAttention()
    {
        lock (_sending)
        {
            if (!_isAwaited || _isAttention)
            {
                return false;
            }

            Span<byte> packet = stackalloc byte[HeaderBytes];
            WriteHeader(packet, TdsPacketKind.Attention, HeaderBytes, isLast: true, number: 1);
            _isAttention = true;
            Stream.Send(packet, canTakeEffect: false);
            return true;
        }
    }

    /// <summary>Records that the answer was read. After an attention, its confirmation follows as another message.</summary>
    /// <returns>Whether an attention awaits its confirmation.</returns>
    public bool EndAnswer()
    {
        lock (_sending)
        {
            _isAwaited = false;
            Stream.Answered();
            return _isAttention;
        }
    }

    /// <summary>
    /// Records that the attention was confirmed, which also ends the wait for the answer. Both are one step: an attention sent
    /// between them would cancel the next request.
    /// </summary>
    public void EndAttention()
    {
        lock (_sending)
        {
            _isAttention = _isAwaited = false;
            Stream.Answered();
        }
    }

    /// <summary>Begins to read a message and waits for its first packet.</summary>
    /// <exception cref="WireProtocolException">The packet is not part of an answer.</exception>
    public void BeginAnswer()
    {
        (_start, _end, _isLast) = (0, 0, false);
        Stream.BeginAnswer();
        ReadPacket();
    }

    /// <summary>Takes the next <paramref name="count"/> bytes of the message, valid until the next call.</summary>
    /// <exception cref="WireProtocolException">The message ends before, or is longer than accepted.</exception>
    public ReadOnlySpan<byte> Take(int count)
    {
        Accept(count);
        while (_end - _start < count || count < 0)
        {
            if (_isLast || count < 0)
            {
                Stream.Break();
                throw new WireProtocolException("A message of the server ends before its last field.");
            }

            ReadPacket();
        }

        _start += count;
        return _payload.AsSpan(_start - count, count);
    }

    public byte Byte() => Take(1)[0];

    public int UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    public string Text(int characters) => Encoding.Unicode.GetString(Take(2 * characters));

    /// <summary>Skips the rest of the message.</summary>
    public void Skip()
    {
        while (!_isLast)
        {
            (_start, _end) = (0, 0);
            ReadPacket();
        }

        _start = _end;
    }

    /// <summary>Takes the rest of the message.</summary>
    /// <exception cref="WireProtocolException">The message is longer than accepted.</exception>
    public ReadOnlySpan<byte> Rest()
    {
        while (!_isLast)
        {
            ReadPacket();
            Accept(_end - _start);
        }

        return Take(_end - _start);
    }

    public void Dispose() => Stream.Dispose();

    /// <summary>Checks a length that the server claims against <see cref="MaxKeptBytes"/>.</summary>
    public void Accept(long bytes)
    {
        if (bytes > MaxKeptBytes)
        {
            Stream.Break();
            throw new WireProtocolException(
                $"The server announced or sent {bytes} bytes at once; at most {MaxKeptBytes} are accepted: does it speak TDS?");
        }
    }

    private void ReadPacket()
    {
        var header = _received.Peek(HeaderBytes);
        int length = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
        if ((TdsPacketKind)header[0] != TdsPacketKind.TabularResult || length < HeaderBytes)
        {
            Stream.Break();
            throw new WireProtocolException(
                $"The server sent a packet of kind 0x{header[0]:X2} and {length} bytes instead of an answer: does it speak TDS?");
        }

        _isLast = (header[1] & EndOfMessage) != 0;
        var payload = _received.Take(length)[HeaderBytes..];
        MakeRoom(payload.Length);
        payload.CopyTo(_payload.AsSpan(_end));
        _end += payload.Length;
    }

    private void MakeRoom(int count)
    {
        if (_payload.Length - _end >= count)
        {
            return;
        }

        int left = _end - _start;
        byte[] target = left + count > _payload.Length ? new byte[2 * (left + count)] : _payload;
        _payload.AsSpan(_start, left).CopyTo(target);
        (_payload, _start, _end) = (target, 0, left);
    }
}
