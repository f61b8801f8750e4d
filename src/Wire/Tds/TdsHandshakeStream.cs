using System.Buffers.Binary;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Carries the TLS handshake of TDS 7 inside pre-login packets, and passes bytes through once it is done (MS-TDS 3.2.5.1).
/// <see cref="TdsEncryptionHandshake"/> puts it between TLS and socket. It cannot seek, and reads and writes block.
/// </summary>
/// <param name="inner">The connection, disposed with this stream.</param>
internal sealed class TdsHandshakeStream(Stream inner) : Stream
{
    private readonly byte[] _header = new byte[TdsChannel.HeaderBytes];
    private int _left;

    /// <summary>Whether the handshake is done. Set once, then TLS records travel without packets.</summary>
    public bool IsDone { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (_left == 0)
        {
            if (IsDone)
            {
                return inner.Read(buffer);
            }

            inner.ReadExactly(_header);
            _left = BinaryPrimitives.ReadUInt16BigEndian(_header.AsSpan(2)) - TdsChannel.HeaderBytes;
            if (_left <= 0 || (TdsPacketKind)_header[0] is not (TdsPacketKind.PreLogin or TdsPacketKind.TabularResult))
            {
                throw new IOException("The server answered the TLS handshake with a packet of another kind.");
            }
        }

        int read = inner.Read(buffer[..Math.Min(_left, buffer.Length)]);
        _left -= read;
        return read;
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (IsDone)
        {
            inner.Write(buffer);
            return;
        }

        byte[] packet = new byte[TdsChannel.HeaderBytes + buffer.Length];
        TdsChannel.WriteHeader(packet, TdsPacketKind.PreLogin, packet.Length, isLast: true, number: 0);
        buffer.CopyTo(packet.AsSpan(TdsChannel.HeaderBytes));
        inner.Write(packet);
    }

    public override void Flush() => inner.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
