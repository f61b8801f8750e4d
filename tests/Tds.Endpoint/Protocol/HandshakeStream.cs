using System.Buffers.Binary;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>
/// Under TDS 7 the messages of the TLS handshake travel in pre-login packets (MS-TDS 3.2.5.1); once it is done, TLS records go
/// over the connection as they are.
/// </summary>
/// <param name="inner">The connection.</param>
internal sealed class HandshakeStream(Stream inner) : Stream
{
    private const int HeaderLength = 8;

    private int _left;

    /// <summary>Whether the handshake is done.</summary>
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
        if (IsDone && _left == 0)
        {
            return inner.Read(buffer);
        }

        if (_left == 0)
        {
            Span<byte> header = stackalloc byte[HeaderLength];
            inner.ReadExactly(header);
            _left = BinaryPrimitives.ReadUInt16BigEndian(header[2..]) - HeaderLength;
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

        byte[] packet = new byte[HeaderLength + buffer.Length];
        packet[0] = (byte)PacketKind.PreLogin;
        packet[1] = 1;
        BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)packet.Length);
        buffer.CopyTo(packet.AsSpan(HeaderLength));
        inner.Write(packet);
    }

    public override void Flush() => inner.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
