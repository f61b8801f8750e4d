using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>Requests and answers of one byte stream. Used by one thread at a time.</summary>
internal sealed class KvChannel(WireStream stream, KvConnectionOptions options) : IDisposable
{
    private const int FirstBytes = 64 * 1024;

    private readonly ReceiveBuffer _received = new(stream, FirstBytes);
    private byte[] _restored = [];

    public KvRequestBuffer Requests { get; } = new();

    /// <summary>Requests that were ended and are not answered.</summary>
    public int Pending { get; private set; }

    public bool IsBroken => stream.IsBroken;

    /// <summary>Whether something of the server's can be read without waiting.</summary>
    public bool HasInput => !_received.IsEmpty || stream.HasInput;

    /// <summary>Ends the request begun last. It goes out with the next <see cref="Flush"/>.</summary>
    public void End()
    {
        Requests.End();
        Pending++;
    }

    /// <summary>Sends everything that was ended.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Flush()
    {
        if (Requests.Length == 0)
        {
            return;
        }

        try
        {
            stream.Send(Requests.Written);
        }
        finally
        {
            Requests.Clear();
        }
    }

    /// <summary>Waits for the next message.</summary>
    /// <param name="isLast">Whether it is the whole answer to its request; statistics have several.</param>
    public KvAnswer Receive(bool isLast = true)
    {
        try
        {
            stream.BeginAnswer();
            var header = _received.Peek(KvAnswer.HeaderBytes);
            int body = BinaryPrimitives.ReadInt32BigEndian(header[8..]);
            if (body < 0 || body > options.MaxMessageBytes || !IsKnown(header[0]))
            {
                throw new WireProtocolException("The server's bytes are no message of the key-value protocol.");
            }

            var answer = new KvAnswer(_received.Take(KvAnswer.HeaderBytes + body));
            if (answer.IsCompressed)
            {
                answer = new KvAnswer(answer, Restore(answer.Raw));
            }

            if (!answer.IsRequest && isLast)
            {
                Answered();
            }

            return answer;
        }
        catch
        {
            // Whatever is thrown, the stream cannot be trusted any more.
            stream.Break();
            throw;
        }
    }

    /// <summary>A request has its whole answer.</summary>
    public void Answered()
    {
        if (--Pending < 0)
        {
            throw new WireProtocolException("The server answered a request that nobody made.");
        }

        if (Pending == 0)
        {
            stream.Answered();
        }
    }

    public void Dispose() => stream.Dispose();

    private ReadOnlySpan<byte> Restore(ReadOnlySpan<byte> value)
    {
        int bytes = SnappyBlock.UncompressedBytes(value);
        if (bytes > options.MaxMessageBytes)
        {
            throw new WireProtocolException($"A document of the server is said to have {bytes} bytes when it is restored: no document is so large.");
        }

        if (_restored.Length < bytes)
        {
            _restored = new byte[Math.Max(bytes, 2 * _restored.Length)];
        }

        SnappyBlock.Decompress(value, _restored.AsSpan(0, bytes));
        return _restored.AsSpan(0, bytes);
    }

    private static bool IsKnown(byte magic) => magic is KvAnswer.Magic or KvAnswer.FramedMagic or KvAnswer.RequestMagic or KvAnswer.FramedRequestMagic;
}
