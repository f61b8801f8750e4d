using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Receives the data of a COPY from the client and writes them straight into the buffer to send: CopyData messages, many of which
/// leave by one system call. <see cref="PgConnection.CopyIn"/> returns it. <c>PostgresWireSession</c> and <c>CockroachWriter</c>
/// encode every record into it. One per session, reused for every batch. Allocates nothing after its construction.
/// </summary>
public sealed class PgCopyIn : IBufferWriter<byte>
{
    private const int HeaderBytes = 5;
    private const int NoMessage = -1;

    private readonly PgChannel _channel;
    private readonly int _messageBytes;
    private readonly byte[] _buffer;
    private int _at;
    private int _message = NoMessage;
    private int _messageEnd;
    private bool _isAccepted;

    internal PgCopyIn(PgChannel channel, int bufferBytes, int messageBytes)
    {
        _channel = channel;
        _buffer = new byte[bufferBytes];
        _messageBytes = messageBytes;
    }

    /// <summary>Whether a COPY was started and neither completed nor rejected.</summary>
    internal bool IsOpen { get; private set; }

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException">The requested room exceeds the buffer.</exception>
    /// <exception cref="WireException">Sending the full buffer failed, or the server had rejected the data.</exception>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _buffer.AsSpan(_at, _messageEnd - _at);
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(_at, _messageEnd - _at);
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _messageEnd - _at);
        _at += count;
    }

    /// <summary>Sends the remaining data, ends the COPY, waits for the commit, and returns the number of rows stored.</summary>
    /// <exception cref="WireException">
    /// After a <see cref="PgServerException"/> of severity ERROR nothing is stored. After any other the rows may or may not be
    /// stored.
    /// </exception>
    public long Complete()
    {
        EndMessage();
        _buffer[_at] = (byte)'c';
        BinaryPrimitives.WriteInt32BigEndian(_buffer.AsSpan(_at + 1), 4);
        _at += HeaderBytes;
        Flush(isComplete: true);
        try
        {
            long rows = Rows(Await('C'));
            Await('Z');
            IsOpen = false;
            return rows;
        }
        catch (PgServerException e) when (!e.EndsSession)
        {
            Refused();
            throw;
        }
        catch (WireProtocolException)
        {
            _channel.Break();
            throw;
        }
    }

    /// <summary>Starts a COPY: writes the statement at the beginning of the buffer.</summary>
    internal void Begin(string sql)
    {
        if (IsOpen)
        {
            throw new InvalidOperationException("The previous COPY has not ended.");
        }

        int length = Encoding.UTF8.GetBytes(sql, _buffer.AsSpan(HeaderBytes));
        _buffer[0] = (byte)'Q';
        BinaryPrimitives.WriteInt32BigEndian(_buffer.AsSpan(1), 4 + length + 1);
        _buffer[HeaderBytes + length] = 0;
        _at = HeaderBytes + length + 1;
        (_message, _messageEnd) = (NoMessage, _at);
        _isAccepted = false;
        IsOpen = true;
    }

    private void Reserve(int bytes)
    {
        if (_messageEnd - _at >= bytes)
        {
            return;
        }

        EndMessage();

        // CopyDone must always fit behind the data.
        if (_buffer.Length - _at < HeaderBytes + bytes + HeaderBytes)
        {
            Flush(isComplete: false);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, _buffer.Length - (2 * HeaderBytes));
        }

        _message = _at;
        _messageEnd = Math.Min(_buffer.Length - HeaderBytes, _message + Math.Max(_messageBytes, HeaderBytes + bytes));
        _at += HeaderBytes;
    }

    private void EndMessage()
    {
        if (_message == NoMessage)
        {
            return;
        }

        _buffer[_message] = (byte)'d';
        BinaryPrimitives.WriteInt32BigEndian(_buffer.AsSpan(_message + 1), _at - _message - 1);
        (_message, _messageEnd) = (NoMessage, _at);
    }

    private void Flush(bool isComplete)
    {
        try
        {
            // If the server has rejected the data, sending more would be pointless. After a notice it still waits for data.
            _channel.BeginAnswer();
            while (_channel.HasInput)
            {
                if (_channel.TryReceive(out var message))
                {
                    Accept(message);
                }
            }
        }
        catch (PgServerException e) when (!e.EndsSession)
        {
            Refused();
            throw;
        }

        _channel.Send(_buffer.AsSpan(0, _at), canTakeEffect: isComplete);
        (_at, _messageEnd) = (0, 0);
    }

    // After an error the server skips data that are still under way and then sends ReadyForQuery.
    private void Refused()
    {
        _channel.AwaitReady();
        IsOpen = false;
    }

    private WireReader Await(char type)
    {
        while (true)
        {
            var message = _channel.Receive();
            if (message.Type == type && _isAccepted)
            {
                return message.Body;
            }

            Accept(message);
        }
    }

    private void Accept(PgMessage message)
    {
        // CopyInResponse; the statement has chosen the formats.
        if (message.Type != 'G' || _isAccepted)
        {
            throw _channel.Unexpected(message);
        }

        _isAccepted = true;
    }

    // The command tag: "COPY" and the number of rows.
    private long Rows(WireReader body)
    {
        var tag = body.Until(0);
        return tag.StartsWith("COPY "u8) && Utf8Parser.TryParse(tag[5..], out long rows, out int used) && used == tag.Length - 5
            ? rows
            : throw new WireProtocolException("The server completed a command other than COPY.");
    }
}
