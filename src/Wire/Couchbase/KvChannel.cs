using System.Buffers.Binary;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Sends requests and receives answers over one byte stream. Only <see cref="KvConnection"/> uses it, one thread at a time.
/// Allocates only to grow. After any failure the stream is broken and must not be used.
/// </summary>
internal sealed class KvChannel(WireStream stream, KvConnectionOptions options) : IDisposable
{
    private const int FirstBytes = 64 * 1024;

    private readonly ReceiveBuffer _received = new(stream, FirstBytes);
    private byte[] _restored = [];

    public KvRequestBuffer Requests { get; } = new();

    /// <summary>Requests that were ended and are not answered yet.</summary>
    public int Pending { get; private set; }

    public bool IsBroken => stream.IsBroken;

    /// <summary>Whether bytes from the server can be read without waiting.</summary>
    public bool HasInput => !_received.IsEmpty || stream.HasInput;

    /// <summary>Ends the current request. <see cref="Flush"/> sends it.</summary>
    public void End()
    {
        Requests.End();
        Pending++;
    }

    /// <summary>Sends all ended requests, and drops them from the buffer even if sending fails.</summary>
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

    /// <summary>Waits for the next message, valid until the next call.</summary>
    /// <param name="isLast">False for one part of an answer in several messages, such as statistics.</param>
    public KvMessage Receive(bool isLast = true)
    {
        try
        {
            stream.BeginAnswer();
            var header = _received.Peek(KvMessage.HeaderBytes);
            int body = BinaryPrimitives.ReadInt32BigEndian(header[8..]);
            if (body < 0 || body > options.MaxMessageBytes || !IsKnown(header[0]))
            {
                throw new WireProtocolException(
                    "The server's bytes are not a message of the key-value protocol: is the port that of another service?");
            }

            var answer = new KvMessage(_received.Take(KvMessage.HeaderBytes + body));
            if (answer.IsCompressed)
            {
                answer = new KvMessage(answer, Restore(answer.Raw));
            }

            if (!answer.IsRequest && isLast)
            {
                Answered();
            }

            return answer;
        }
        catch
        {
            // After any failure the position within the stream is unknown.
            stream.Break();
            throw;
        }
    }

    /// <summary>Records that a request is answered completely.</summary>
    public void Answered()
    {
        if (--Pending < 0)
        {
            throw new WireProtocolException("The server sent an answer without a request.");
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
            throw new WireProtocolException(
                $"A compressed document of the server claims {bytes} bytes; at most {options.MaxMessageBytes} are accepted.");
        }

        if (_restored.Length < bytes)
        {
            _restored = new byte[Math.Max(bytes, 2 * _restored.Length)];
        }

        SnappyBlock.Decompress(value, _restored.AsSpan(0, bytes));
        return _restored.AsSpan(0, bytes);
    }

    private static bool IsKnown(byte magic) =>
        magic is KvMessage.Magic or KvMessage.FramedMagic or KvMessage.RequestMagic or KvMessage.FramedRequestMagic;
}
