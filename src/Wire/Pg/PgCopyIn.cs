using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// The data of a COPY from the client, written straight into the buffer that is sent: CopyData messages of a moderate size, many of
/// which go by one call of the operating system. Allocates nothing once it was used.
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

    /// <summary>Whether a COPY was begun that did not end.</summary>
    internal bool IsOpen { get; private set; }

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException">More is asked for than the buffer holds.</exception>
    /// <exception cref="WireException">The buffer was full, and sending it failed, or the server has already refused the data.</exception>
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

    /// <summary>Sends what is left, ends the data, and waits until the server has committed it.</summary>
    /// <returns>The number of rows that the server stored.</returns>
    /// <exception cref="WireException">
    /// It did not, or it is not known: after <see cref="PgServerException"/> with severity ERROR nothing is stored.
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

    /// <summary>Puts the statement at the beginning of the buffer.</summary>
    internal void Begin(string sql)
    {
        if (IsOpen)
        {
            throw new InvalidOperationException("The COPY before has not ended.");
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

        // CopyDone must always fit after what is written.
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
            // The server may have refused the data: it would go on reading them, to no use.
            while (_channel.HasInput)
            {
                Accept(_channel.Receive());
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

    // After an error the server is ready again by itself, and passes over data that are still under way to it.
    private void Refused()
    {
        _channel.AwaitReady();
        IsOpen = false;
    }

    private PgReader Await(char type)
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
        // CopyInResponse; its formats were chosen by the statement.
        if (message.Type != 'G' || _isAccepted)
        {
            throw _channel.Unexpected(message);
        }

        _isAccepted = true;
    }

    // The command's tag: "COPY" and the number of rows.
    private long Rows(PgReader body)
    {
        var tag = body.Terminated();
        return tag.StartsWith("COPY "u8) && Utf8Parser.TryParse(tag[5..], out long rows, out int used) && used == tag.Length - 5
            ? rows
            : throw new WireProtocolException("The server completed another command than COPY.");
    }
}
