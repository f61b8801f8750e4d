using System.Buffers;

namespace DbIngest.Wire.Tds;

/// <summary>
/// The rows of a bulk load (MS-TDS 2.2.6.1), written straight into the buffer that is sent: packets of the agreed size, many of which go by
/// one call of the operating system. Each row begins with <see cref="RowToken"/>. Allocates nothing once it was used.
/// </summary>
/// <remarks>
/// Rows are written as if there were no packets: what runs over the end of one is moved up by a header, so that the writer of rows knows
/// nothing of them, and one row a packet is moved.
/// </remarks>
public sealed class TdsBulkLoad : IBufferWriter<byte>
{
    /// <summary>What a row begins with.</summary>
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

    /// <summary>Whether a load was begun that did not end.</summary>
    internal bool IsOpen { get; private set; }

    private int BufferBytes { get; }

    private int PacketEnd => _packet + _packetBytes;

    /// <inheritdoc/>
    /// <remarks>The room reaches beyond the packet's end by what is asked for, so that rows fill packets.</remarks>
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

    /// <summary>Ends the rows and waits until the server has stored them.</summary>
    /// <param name="commits">Whether that commits them, rather than a transaction that is open.</param>
    /// <returns>The number of rows that the server says it stored.</returns>
    /// <exception cref="WireException">It did not, or it is not known.</exception>
    public long Complete(bool commits = true)
    {
        // The number of rows in it is not looked at.
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

    /// <summary>Announces a load and begins it once the server agrees.</summary>
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

    /// <summary>Has room for so many bytes, and for the headers that go between them.</summary>
    private void Reserve(int bytes)
    {
        int needed = bytes + ((bytes / (_packetBytes - TdsChannel.HeaderBytes)) + 2) * TdsChannel.HeaderBytes;
        if (_packet >= BufferBytes || PacketEnd + needed > _buffer.Length)
        {
            // Whole packets go; the one that is being filled moves to the front.
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

    /// <summary>Puts headers where packets end: from the last on, so that every byte is moved once.</summary>
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
