using System.Buffers;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Receives the rows of a bulk load (MS-TDS 2.2.6.1) and writes them straight into the buffer to send: packets of the agreed
/// size, many of which leave by one system call. <see cref="TdsConnection.BulkLoad"/> returns it. <c>SqlServerWireLoad</c> gets
/// it once or more per batch, and <c>SqlServerRowEncoder</c> encodes every record into it. Each row must begin with
/// <see cref="RowToken"/>. One per session, reused for every load. Allocates nothing once its buffer has grown.
/// </summary>
/// <remarks>
/// Rows are written as if packets did not exist. When a row passes a packet's end, its bytes beyond the end move up by one
/// header: one move per packet.
/// </remarks>
public sealed class TdsBulkLoad : IBufferWriter<byte>
{
    /// <summary>First byte of every row.</summary>
    public const byte RowToken = 0xD1;

    private const byte DoneToken = 0xFD;
    private const int DoneBytes = 13;

    private readonly TdsChannel _channel;
    private readonly TdsAnswer _answer;
    private readonly TdsMessage _statement = new();
    private byte[] _buffer;
    private int _packetBytes;
    private int _packet;
    private int _at;
    private byte _number;

    internal TdsBulkLoad(TdsChannel channel, TdsAnswer answer, int bufferBytes)
    {
        _channel = channel;
        _answer = answer;
        _buffer = new byte[bufferBytes + (2 * TdsConnectionOptions.MaxPacketBytes)];
        BufferBytes = bufferBytes;
    }

    /// <summary>Whether a load was started and not completed.</summary>
    internal bool IsOpen { get; private set; }

    private int BufferBytes { get; }

    private int PacketEnd => _packet + _packetBytes;

    /// <inheritdoc/>
    /// <remarks>The room extends beyond the packet's end by the requested size, so that rows fill packets completely.</remarks>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _buffer.AsSpan(_at, PacketEnd - _at + Math.Max(sizeHint, 1));
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(_at, PacketEnd - _at + Math.Max(sizeHint, 1));
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        _at += count;
        if (_at > PacketEnd)
        {
            InsertHeaders();
        }
    }

    /// <summary>Ends the rows, waits until the server has stored them, and returns their number.</summary>
    /// <param name="commits">True if the load itself commits; false inside an open transaction.</param>
    /// <exception cref="WireException">Storing failed, or its outcome is unknown.</exception>
    public long Complete(bool commits = true)
    {
        // The server ignores the row count of this token.
        var done = GetSpan(DoneBytes)[..DoneBytes];
        done.Clear();
        done[0] = DoneToken;
        Advance(DoneBytes);
        TdsChannel.WriteHeader(_buffer.AsSpan(_packet), TdsPacketKind.BulkLoad, _at - _packet, isLast: true, _number);
        _channel.Send(_buffer.AsSpan(0, _at), isEnd: true, commits);
        IsOpen = false;
        _answer.Begin();
        return _answer.Finish();
    }

    /// <summary>Announces a load and begins it once the server accepts.</summary>
    internal void Begin(TdsBulkTable table)
    {
        _statement.Clear().Headers(_answer.Transaction).Bytes(table.StatementBytes);
        _channel.Send(TdsPacketKind.SqlBatch, _statement.Payload, canTakeEffect: false);
        _answer.Begin();
        _answer.Finish();
        IsOpen = true;
        _packetBytes = _channel.PacketBytes;
        _number = 1;
        (_packet, _at) = (0, TdsChannel.HeaderBytes);
        var metadata = table.Metadata.AsSpan();
        metadata.CopyTo(GetSpan(metadata.Length));
        Advance(metadata.Length);
    }

    /// <summary>Makes room for <paramref name="bytes"/> bytes and the packet headers between them.</summary>
    private void Reserve(int bytes)
    {
        int needed = bytes + ((bytes / (_packetBytes - TdsChannel.HeaderBytes)) + 2) * TdsChannel.HeaderBytes;
        if (_packet >= BufferBytes || PacketEnd + needed > _buffer.Length)
        {
            // Complete packets are sent. The current one moves to the front.
            if (_packet > 0)
            {
                _channel.Send(_buffer.AsSpan(0, _packet), isEnd: false, canTakeEffect: false);
                _buffer.AsSpan(_packet, _at - _packet).CopyTo(_buffer);
                (_packet, _at) = (0, _at - _packet);
            }

            if (PacketEnd + needed > _buffer.Length)
            {
                Array.Resize(ref _buffer, PacketEnd + needed);
            }
        }
    }

    /// <summary>Inserts headers where packets end, last packet first, so that every byte moves once.</summary>
    private void InsertHeaders()
    {
        int payload = _packetBytes - TdsChannel.HeaderBytes;
        int over = _at - PacketEnd;
        int packets = (over + payload - 1) / payload;
        for (int i = packets; i > 0; i--)
        {
            int from = PacketEnd + ((i - 1) * payload);
            int length = Math.Min(payload, _at - from);
            _buffer.AsSpan(from, length).CopyTo(_buffer.AsSpan(from + (i * TdsChannel.HeaderBytes)));
        }

        for (int i = 0; i < packets; i++)
        {
            TdsChannel.WriteHeader(_buffer.AsSpan(_packet), TdsPacketKind.BulkLoad, _packetBytes, isLast: false, _number++);
            _packet += _packetBytes;
        }

        _at += packets * TdsChannel.HeaderBytes;
    }
}
