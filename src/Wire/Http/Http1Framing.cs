using System.Buffers.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// Frames requests and answers by HTTP/1.1 (RFC 9112): a head of text lines, and a body whose length the head says, or which
/// comes in chunks. <see cref="HttpConnection"/> creates it when it opens without HTTP/2. Unread bytes behind one answer must
/// never answer the next request.
/// </summary>
/// <param name="stream">The open stream.</param>
internal sealed class Http1Framing(WireStream stream) : HttpFraming
{
    private const int ReceiveBytes = 64 * 1024;

    // Head and body of a small request leave in one packet.
    private const int JoinedBytes = 16 * 1024;

    private readonly byte[] _received = new byte[ReceiveBytes];
    private readonly byte[] _joined = new byte[JoinedBytes];
    private HttpResponseHead _head;
    private int _start;
    private int _end;

    // Bytes left of the body, or of its current chunk; long.MaxValue when the end of the connection ends the body.
    private long _left;
    private bool _hasReceived;
    private bool _isDone;

    /// <inheritdoc/>
    public override bool IsSpent => _isDone

        // Bytes behind the answer belong to no request. They must not answer the next one.
        || _end > _start

        // With TLS, session tickets may be readable before the first answer.
        || ((_hasReceived || stream.Encrypted is null) && stream.IsReadable);

    /// <inheritdoc/>
    public override void Send(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        const int LengthAndEnd = 24;
        var room = head.Length + LengthAndEnd <= _joined.Length ? _joined : new byte[head.Length + LengthAndEnd];
        head.CopyTo(room);
        Utf8Formatter.TryFormat(body.Length, room.AsSpan(head.Length), out int digits);
        int length = head.Length + digits;
        "\r\n\r\n"u8.CopyTo(room.AsSpan(length));
        length += 4;
        if (body.Length <= room.Length - length)
        {
            body.CopyTo(room.AsSpan(length));
            stream.Send(room.AsSpan(0, length + body.Length));
            return;
        }

        // A server acts on no request without its whole body, but after the head was sent the rest may have arrived as well.
        stream.Send(room.AsSpan(0, length));
        stream.Send(body);
    }

    /// <inheritdoc/>
    public override int ReadHead()
    {
        do
        {
            int length;
            while ((length = _received.AsSpan(_start, _end - _start).IndexOf("\r\n\r\n"u8)) < 0)
            {
                Receive("The head of the server's answer is longer than 64 KiB, the most that is accepted.");
            }

            _head = HttpResponseHead.Read(_received.AsSpan(_start, length));
            _start += length + 4;
        }
        while (_head.Status < 200);

        _hasReceived = true;
        IsInBody = true;
        _left = !_head.HasBody || _head.IsChunked ? 0 : _head.Length ?? long.MaxValue;
        if (!_head.IsChunked && _left == 0)
        {
            EndBody();
        }

        return _head.Status;
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> room)
    {
        if (!IsInBody || (_left == 0 && !NextChunk()))
        {
            return 0;
        }

        int count;
        try
        {
            if (_end > _start)
            {
                count = (int)Math.Min(Math.Min(room.Length, _left), _end - _start);
                _received.AsSpan(_start, count).CopyTo(room);
                _start += count;
            }
            else
            {
                count = stream.Receive(room[..(int)Math.Min(room.Length, _left)]);
            }
        }
        catch (ConnectionLostException lost) when (_left == long.MaxValue && lost.IsClosed)
        {
            // This body has no length: the end of the connection ends it. A connection that breaks cuts it off.
            EndBody();
            return 0;
        }

        if (_left != long.MaxValue)
        {
            _left -= count;
            if (_left == 0 && !_head.IsChunked)
            {
                EndBody();
            }
        }

        return count;
    }

    /// <summary>Reads the line that begins a chunk. Returns false at the last chunk, after reading its trailers.</summary>
    private bool NextChunk()
    {
        try
        {
            // The chunk before ends with an empty line.
            ReadOnlySpan<byte> line = Line();
            line = line.Length == 0 ? Line() : line;
            int digits = line.IndexOf((byte)';');
            line = digits < 0 ? line : line[..digits];
            if (!Utf8Parser.TryParse(line.TrimEnd(" \t"u8), out long size, out _, 'x') || size < 0)
            {
                throw new WireProtocolException("The size of a chunk of the server's answer is not a hexadecimal number.");
            }

            _left = size;
            if (size > 0)
            {
                return true;
            }

            while (Line().Length > 0)
            {
                // Trailers are not used.
            }

            EndBody();
            return false;
        }
        catch (WireProtocolException)
        {
            stream.Break();
            throw;
        }
    }

    private ReadOnlySpan<byte> Line()
    {
        int length;
        while ((length = _received.AsSpan(_start, _end - _start).IndexOf("\r\n"u8)) < 0)
        {
            Receive("A line of the server's answer is longer than 64 KiB, the most that is accepted.");
        }

        var line = _received.AsSpan(_start, length);
        _start += length + 2;
        return line;
    }

    private void Receive(string tooLong)
    {
        if (_start > 0)
        {
            _received.AsSpan(_start, _end - _start).CopyTo(_received);
            (_start, _end) = (0, _end - _start);
        }

        if (_end == _received.Length)
        {
            throw new WireProtocolException(tooLong);
        }

        _end += stream.Receive(_received.AsSpan(_end));
    }

    // Only now: an answer that is cut off after its head may have been success or failure.
    private void EndBody()
    {
        stream.Answered();
        IsInBody = false;
        _isDone = _head.Closes || _left == long.MaxValue;
    }
}
