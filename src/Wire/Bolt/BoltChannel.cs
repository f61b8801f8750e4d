using System.Buffers.Binary;

namespace DbIngest.Wire.Bolt;

/// <summary>Messages to and from a server, over a blocking stream, in chunks (Neo4j, "Bolt Protocol message exchange").</summary>
internal sealed class BoltChannel(WireStream stream) : IDisposable
{
    /// <summary>The longest message that is accepted: a record of 1,000 values takes 10,000 bytes, the words of an error a few thousand.</summary>
    public const int MaxMessageBytes = 1024 * 1024;

    private const int LengthBytes = 2;

    private readonly byte[] _received = new byte[64 * 1024 + LengthBytes];
    private byte[] _message = new byte[4096];
    private int _start;
    private int _end;

    public WireStream Stream => stream;

    /// <summary>Receives so many bytes that are no message.</summary>
    public ReadOnlySpan<byte> ReceiveRaw(int count)
    {
        stream.BeginAnswer();
        Ensure(count);
        _start += count;
        return _received.AsSpan(_start - count, count);
    }

    /// <summary>Receives a message.</summary>
    /// <returns>It, valid until the next call. Chunks without content between messages keep a connection alive, and are left out.</returns>
    public PackStreamReader Receive()
    {
        stream.BeginAnswer();
        int length = 0;
        while (true)
        {
            Ensure(LengthBytes);
            int chunk = BinaryPrimitives.ReadUInt16BigEndian(_received.AsSpan(_start));
            _start += LengthBytes;
            if (chunk == 0)
            {
                if (length > 0)
                {
                    return new PackStreamReader(_message.AsSpan(0, length));
                }

                continue;
            }

            if (length + chunk > MaxMessageBytes)
            {
                throw Broken($"The server sends a message of more than {MaxMessageBytes} bytes, and no answer is as long.");
            }

            Ensure(chunk);
            if (_message.Length < length + chunk)
            {
                Array.Resize(ref _message, Math.Max(2 * _message.Length, length + chunk));
            }

            _received.AsSpan(_start, chunk).CopyTo(_message.AsSpan(length));
            _start += chunk;
            length += chunk;
        }
    }

    /// <summary>What is to be thrown for bytes that do not belong here. The connection is given up.</summary>
    public WireProtocolException Broken(string what)
    {
        stream.Break();
        return new(what);
    }

    public void Dispose() => stream.Dispose();

    private void Ensure(int bytes)
    {
        if (_end - _start >= bytes)
        {
            return;
        }

        _received.AsSpan(_start, _end - _start).CopyTo(_received);
        (_start, _end) = (0, _end - _start);
        while (_end < bytes)
        {
            _end += stream.Receive(_received.AsSpan(_end));
        }
    }
}
