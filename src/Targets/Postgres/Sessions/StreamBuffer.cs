using System.Buffers;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Buffers the encoder's bytes and passes them to a stream in large pieces. <see cref="PostgresDriverSession"/> owns one, writes
/// each batch through it on the timed path and must call <see cref="Flush"/> at the end. Allocates nothing after its creation,
/// unless one row is larger than the buffer.
/// </summary>
/// <param name="bytes">
/// Size of the buffer in bytes. Npgsql's own buffer less <see cref="MessageHeaderBytes"/> is best: a full piece then makes one
/// message, which one system call sends.
/// </param>
internal sealed class StreamBuffer(int bytes) : IBufferWriter<byte>
{
    /// <summary>Bytes of a protocol message's type and length.</summary>
    public const int MessageHeaderBytes = 5;

    private byte[] _buffer = new byte[bytes];
    private int _length;

    /// <summary>Receives the bytes.</summary>
    public Stream Target { get; set; } = Stream.Null;

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsSpan(_length);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _buffer.AsMemory(_length);
    }

    public void Advance(int count) => _length += count;

    /// <summary>Passes the buffered bytes to the stream.</summary>
    public void Flush()
    {
        Target.Write(_buffer, 0, _length);
        _length = 0;
    }

    private void Reserve(int sizeHint)
    {
        if (_buffer.Length - _length < Math.Max(sizeHint, 1))
        {
            Flush();
            if (_buffer.Length < sizeHint)
            {
                _buffer = new byte[sizeHint];
            }
        }
    }
}
