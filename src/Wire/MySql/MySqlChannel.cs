using System.Runtime.ExceptionServices;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Packets to and from a server, over a blocking stream (MySQL Source Code Documentation, "MySQL Packets"): a 24-bit length, a sequence number that starts
/// at 0 with every command, a payload.
/// </summary>
internal sealed class MySqlChannel : IDisposable
{
    /// <summary>
    /// The largest payload that is accepted. What this client asks for is answered by rows of numbers and short texts; a larger length is that of something that does not
    /// speak the protocol.
    /// </summary>
    public const int MaxReceivedBytes = 1024 * 1024;

    private readonly WireStream _stream;
    private readonly ReceiveBuffer _received;
    private byte _sequence;

    /// <summary>Creates a channel.</summary>
    /// <param name="stream">The stream, which is disposed with the channel.</param>
    public MySqlChannel(WireStream stream) => (_stream, _received) = (stream, new(stream, 32 * 1024));

    public WireStream Stream => _stream;

    public bool IsBroken => _stream.IsBroken;

    /// <summary>Sends a packet that begins a command.</summary>
    /// <param name="request">The packet, its command first.</param>
    public void Send(MySqlRequest request)
    {
        _sequence = 0;
        SendNext(request);
    }

    /// <summary>Sends a packet that goes on with what is under way.</summary>
    /// <param name="request">The packet; an empty one ends what consists of several.</param>
    public void SendNext(MySqlRequest request)
    {
        try
        {
            _stream.Send(request.Finish(_sequence++));
        }
        catch (ConnectionLostException e) when (!e.IsTimeout)
        {
            if (LastWords() is { } error)
            {
                ExceptionDispatchInfo.Throw(error);
            }

            throw;
        }
    }

    /// <summary>Receives a packet.</summary>
    /// <returns>Its payload, not empty, valid until the next call.</returns>
    /// <exception cref="MySqlServerException">It is an error.</exception>
    public ReadOnlySpan<byte> Receive()
    {
        _stream.BeginAnswer();
        var header = _received.Peek(MySqlRequest.HeaderBytes);
        int length = header[0] | (header[1] << 8) | (header[2] << 16);
        if (length is 0 or > MaxReceivedBytes)
        {
            throw Broken($"The server announces a packet of {length} bytes, and 1 to {MaxReceivedBytes} are possible here.");
        }

        _sequence = (byte)(header[3] + 1);
        var payload = _received.Take(MySqlRequest.HeaderBytes + length)[MySqlRequest.HeaderBytes..];
        if (payload[0] == 0xff)
        {
            _stream.Answered();
            throw MySqlServerException.Read(new WireReader(payload[1..]));
        }

        return payload;
    }

    /// <summary>The command is answered to its end.</summary>
    public void Answered() => _stream.Answered();

    /// <summary>What is to be thrown for bytes that do not belong here. The connection is given up.</summary>
    public WireProtocolException Broken(string what)
    {
        _stream.Break();
        return new(what);
    }

    public void Dispose() => _stream.Dispose();

    /// <summary>Why the server closed the connection while it was being sent to, if that has arrived.</summary>
    private MySqlServerException? LastWords()
    {
        try
        {
            while (true)
            {
                Receive();
            }
        }
        catch (MySqlServerException e)
        {
            _stream.Break();
            return e;
        }
        catch (WireException)
        {
            return null;
        }
    }
}
