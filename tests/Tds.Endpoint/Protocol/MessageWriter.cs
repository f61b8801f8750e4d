using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>Collects an answer and sends it in packets of the agreed size.</summary>
/// <param name="stream">The connection, plain or encrypted.</param>
internal sealed class MessageWriter(Stream stream)
{
    private const int HeaderLength = 8;

    private byte[] _bytes = new byte[1 << 14];
    private byte _packetId;

    /// <summary>The connection; another one once it is encrypted, or no longer.</summary>
    public Stream Stream { get; set; } = stream;

    /// <summary>Bytes a packet, its header included.</summary>
    public int PacketSize { get; set; } = 4096;

    /// <summary>Bytes that wait to be sent.</summary>
    public int Count { get; private set; }

    public void Byte(byte value) => Room(1)[0] = value;

    public void UInt16(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Room(2), value);

    public void Int32(int value) => BinaryPrimitives.WriteInt32LittleEndian(Room(4), value);

    public void Int64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Room(8), value);

    public void Double(double value) => BinaryPrimitives.WriteDoubleLittleEndian(Room(8), value);

    public void Bytes(ReadOnlySpan<byte> value) => value.CopyTo(Room(value.Length));

    public void Text(string value) => Encoding.Unicode.GetBytes(value, Room(2 * value.Length));

    /// <summary>A text of up to 255 characters, its length before it.</summary>
    public void ShortText(string value)
    {
        Byte((byte)value.Length);
        Text(value);
    }

    /// <summary>A text of up to 65,535 characters, its length before it.</summary>
    public void LongText(string value)
    {
        UInt16((ushort)value.Length);
        Text(value);
    }

    /// <summary>Leaves two bytes open for a length.</summary>
    /// <returns>The place.</returns>
    public int BeginLength()
    {
        UInt16(0);
        return Count;
    }

    /// <summary>Fills in how many bytes were written since.</summary>
    /// <param name="place">What <see cref="BeginLength"/> returned.</param>
    public void EndLength(int place) =>
        BinaryPrimitives.WriteUInt16LittleEndian(_bytes.AsSpan(place - 2), (ushort)(Count - place));

    /// <summary>Sends whole packets of what waits, so that a long answer does not pile up.</summary>
    public void SendFull(PacketKind kind = PacketKind.TabularResult)
    {
        int payload = PacketSize - HeaderLength;
        int sent = 0;
        while (Count - sent > payload)
        {
            Send(kind, sent, payload, isLast: false);
            sent += payload;
        }

        Buffer.BlockCopy(_bytes, sent, _bytes, 0, Count - sent);
        Count -= sent;
    }

    /// <summary>Sends the rest as the message's end.</summary>
    public void SendLast(PacketKind kind = PacketKind.TabularResult)
    {
        SendFull(kind);
        Send(kind, 0, Count, isLast: true);
        Count = 0;
        _packetId = 0;
        Stream.Flush();
    }

    /// <summary>Sends half of what waits in a packet that claims to have all of it.</summary>
    public void SendCut()
    {
        byte[] packet = new byte[HeaderLength + (Count / 2)];
        packet[0] = (byte)PacketKind.TabularResult;
        packet[1] = 1;
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)(HeaderLength + Count));
        _bytes.AsSpan(0, Count / 2).CopyTo(packet.AsSpan(HeaderLength));
        Stream.Write(packet);
        Stream.Flush();
    }

    private void Send(PacketKind kind, int from, int count, bool isLast)
    {
        Span<byte> header = stackalloc byte[HeaderLength];
        header[0] = (byte)kind;
        header[1] = isLast ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteUInt16BigEndian(header[2..], (ushort)(count + HeaderLength));
        header[6] = _packetId++;
        byte[] packet = new byte[HeaderLength + count];
        header.CopyTo(packet);
        _bytes.AsSpan(from, count).CopyTo(packet.AsSpan(HeaderLength));
        Stream.Write(packet);
    }

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - Count < count)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, Count + count));
        }

        Count += count;
        return _bytes.AsSpan(Count - count, count);
    }
}
