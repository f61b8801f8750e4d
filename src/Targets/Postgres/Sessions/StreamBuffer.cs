using System.Buffers;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>Collects bytes for a stream and hands them over a bufferful at a time.</summary>
/// <param name="bytes">
/// The size of the buffer: what Npgsql's own takes as one message, less the message's type and length, is sent by one call of the
/// operating system.
/// </param>
internal sealed class StreamBuffer(int bytes) : IBufferWriter<byte>
{
    /// <summary>The type and the length of a message of the protocol.</summary>
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

    /// <summary>Hands over what is there.</summary>
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
