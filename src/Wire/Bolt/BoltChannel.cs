using System.Buffers.Binary;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Cuts the byte stream into messages, which arrive in chunks (Neo4j, "Bolt Protocol message exchange"). Only
/// <see cref="BoltConnection"/>, which creates one, and <see cref="BoltHandshake"/> use it, one thread at a time. Another thread
/// may only dispose it, which ends the call under way. Receiving allocates only to grow.
/// </summary>
internal sealed class BoltChannel(WireStream stream) : IDisposable
{
    /// <summary>
    /// The longest message to accept, in bytes: a record of 1,000 values takes 10,000, an error message a few thousand.
    /// </summary>
    public const int MaxMessageBytes = 1024 * 1024;

    private const int LengthBytes = 2;

    private readonly ReceiveBuffer _received = new(stream, 64 * 1024);
    private byte[] _message = new byte[4096];

    public WireStream Stream => stream;

    /// <summary>Receives <paramref name="count"/> bytes outside any message: the answer to the version proposals.</summary>
    public ReadOnlySpan<byte> ReceiveRaw(int count)
    {
        stream.BeginAnswer();
        return _received.Take(count);
    }

    /// <summary>
    /// Receives a message, valid until the next call. Skips empty chunks between messages, which the server sends as keep-alive.
    /// </summary>
    public PackStreamReader Receive()
    {
        stream.BeginAnswer();
        int length = 0;
        while (true)
        {
            int chunk = BinaryPrimitives.ReadUInt16BigEndian(_received.Take(LengthBytes));
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
                throw Broken($"The server sent a message of more than {MaxMessageBytes} bytes, the longest that is accepted: does it speak Bolt?");
            }

            if (_message.Length < length + chunk)
            {
                Array.Resize(ref _message, Math.Max(2 * _message.Length, length + chunk));
            }

            _received.Take(chunk).CopyTo(_message.AsSpan(length));
            length += chunk;
        }
    }

    /// <summary>
    /// Breaks the connection and returns the exception to throw for bytes that the protocol does not allow here.
    /// </summary>
    public WireProtocolException Broken(string what)
    {
        stream.Break();
        return new(what);
    }

    public void Dispose() => stream.Dispose();
}
