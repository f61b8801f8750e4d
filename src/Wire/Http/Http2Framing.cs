using System.Buffers.Binary;

namespace DbIngest.Wire.Http;

/// <summary>
/// Frames requests and answers by HTTP/2 (RFC 9113), one stream per request and one request at a time.
/// <see cref="HttpConnection"/> creates it when it opens with HTTP/2. Flow-control windows for answers have the largest size, so
/// the server never waits for the client. A request that the server says it did not take (GOAWAY, REFUSED_STREAM) fails with
/// <see cref="ConnectionLostException.AnySent"/> false.
/// </summary>
internal sealed class Http2Framing : HttpFraming
{
    /// <summary>The longest frame that either side may send unless it is told otherwise, and every server takes.</summary>
    private const int LongestFrame = 16 * 1024;

    private const int BufferBytes = 64 * 1024;
    private const int DefaultWindow = 65_535;
    private const int LargestWindow = int.MaxValue;
    private const int RefusedStream = 7;

    /// <summary>Received bytes after which the windows are opened again.</summary>
    private const int ReportBytes = 1 << 29;

    private readonly WireStream _stream;
    private readonly byte[] _received = new byte[BufferBytes];
    private readonly byte[] _sent = new byte[BufferBytes];
    private int _start;
    private int _end;

    // Bytes that may still be sent: over the connection, in the current stream, in a new stream.
    private long _connectionWindow = DefaultWindow;
    private long _streamWindow;
    private long _initialWindow = DefaultWindow;

    // Bytes received and not yet reported, over the connection and in the current stream. A stream's window counts from its own
    // beginning: the connection's count would let it grow beyond the largest window that a server may have.
    private int _unreported;
    private int _streamUnreported;

    // The current stream, whose answer is awaited or read.
    private int _id = -1;
    private int _status;
    private bool _isEnded;
    private int _dataLeft;
    private int _padding;

    private byte[] _fields = new byte[1024];
    private int _fieldBytes;
    private bool _fieldsEndStream;
    private bool _hasSettings;
    private bool _isGoingAway;

    /// <summary>Agrees with the server on HTTP/2.</summary>
    /// <param name="stream">The open stream.</param>
    /// <exception cref="WireProtocolException">The server does not speak HTTP/2.</exception>
    public Http2Framing(WireStream stream)
    {
        _stream = stream;
        Span<byte> room = stackalloc byte[128];
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8.CopyTo(room);
        int end = 24;

        // No table of fields (1), no pushed answers (2), the largest window of a stream (4).
        end += Http2Frame.WriteHead(room[end..], 3 * 6, Http2FrameType.Settings, Http2FrameFlags.None, 0);
        foreach (var (setting, value) in ((ushort, uint)[])[(1, 0), (2, 0), (4, LargestWindow)])
        {
            BinaryPrimitives.WriteUInt16BigEndian(room[end..], setting);
            BinaryPrimitives.WriteUInt32BigEndian(room[(end + 2)..], value);
            end += 6;
        }

        end += Http2Frame.WriteHead(room[end..], 4, Http2FrameType.WindowUpdate, Http2FrameFlags.None, 0);
        BinaryPrimitives.WriteUInt32BigEndian(room[end..], LargestWindow - DefaultWindow);
        _stream.Send(room[..(end + 4)], canTakeEffect: false);
        _stream.BeginAnswer();
        while (!_hasSettings)
        {
            Receive();
        }
    }

    /// <inheritdoc/>
    public override bool IsSpent
    {
        get
        {
            // Reads frames that come between requests, such as GOAWAY. All must arrive within the time-out of one answer.
            for (bool isFirst = true; !_isGoingAway && (_end > _start || _stream.IsReadable); isFirst = false)
            {
                if (isFirst)
                {
                    _stream.BeginAnswer();
                }

                Receive();
            }

            return _isGoingAway || _id >= int.MaxValue - 2;
        }
    }

    /// <inheritdoc/>
    public override void Send(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        const int Slack = 256;
        if (head.Length > LongestFrame - Slack)
        {
            throw new WireProtocolException("The head of a request is longer than 16 KiB, the most that HTTP/2 is sure to take.");
        }

        _id += 2;
        (_status, _isEnded, _streamWindow, _streamUnreported) = (0, false, _initialWindow, 0);
        int length = Hpack.Encode(head, body.Length, _stream.Encrypted is not null, _sent.AsSpan(Http2Frame.HeadBytes));
        Http2Frame.WriteHead(_sent, length, Http2FrameType.Headers, Http2FrameFlags.EndHeaders | EndIf(body.IsEmpty), _id);
        int end = Http2Frame.HeadBytes + length;
        while (!body.IsEmpty)
        {
            int count = (int)Math.Min(Math.Min(body.Length, LongestFrame), Math.Min(_connectionWindow, _streamWindow));
            if (count <= 0 || end + Http2Frame.HeadBytes + count > _sent.Length)
            {
                _stream.Send(_sent.AsSpan(0, end));
                end = 0;
                if (count <= 0 && !MaySendMore())
                {
                    return;
                }

                continue;
            }

            end += Http2Frame.WriteHead(_sent.AsSpan(end), count, Http2FrameType.Data, EndIf(count == body.Length), _id);
            body[..count].CopyTo(_sent.AsSpan(end));
            body = body[count..];
            end += count;
            _connectionWindow -= count;
            _streamWindow -= count;
        }

        _stream.Send(_sent.AsSpan(0, end));
    }

    /// <inheritdoc/>
    public override int ReadHead()
    {
        while (_status == 0)
        {
            Receive();
        }

        IsInBody = true;
        EndBodyIfRead();
        return _status;
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> room)
    {
        while (IsInBody && _dataLeft == 0)
        {
            Receive();
            EndBodyIfRead();
        }

        if (!IsInBody)
        {
            return 0;
        }

        int count = Math.Min(room.Length, _dataLeft);
        _received.AsSpan(_start, count).CopyTo(room);
        _start += count;
        _dataLeft -= count;
        EndBodyIfRead();
        return count;
    }

    private static Http2FrameFlags EndIf(bool isLast) => isLast ? Http2FrameFlags.EndStream : Http2FrameFlags.None;

    private static int Number(ReadOnlySpan<byte> payload, int at = 0) => payload.Length >= at + 4
        ? BinaryPrimitives.ReadInt32BigEndian(payload[at..]) & int.MaxValue
        : throw Damaged();

    private static WireProtocolException Damaged() => new("A frame of the server is not one of HTTP/2.");

    /// <summary>Waits until more of a body may be sent.</summary>
    /// <returns>False if the server has answered before it had the whole body.</returns>
    private bool MaySendMore()
    {
        _stream.BeginAnswer();
        while (Math.Min(_connectionWindow, _streamWindow) <= 0)
        {
            if (_status != 0)
            {
                // The rest of this stream is never sent, so that no other may follow.
                _isGoingAway = true;
                return false;
            }

            Receive();
        }

        return true;
    }

    private void EndBodyIfRead()
    {
        if (_dataLeft == 0)
        {
            _start += _padding;
            _padding = 0;
            if (IsInBody && _isEnded)
            {
                _stream.Answered();
                IsInBody = false;
            }
        }
    }

    /// <summary>Receives a frame. Must not be called before the data of the previous frame were read.</summary>
    private void Receive()
    {
        Await(Http2Frame.HeadBytes);
        int length = (int)(BinaryPrimitives.ReadUInt32BigEndian(_received.AsSpan(_start)) >> 8);
        var type = (Http2FrameType)_received[_start + 3];
        var flags = (Http2FrameFlags)_received[_start + 4];
        int id = Number(_received.AsSpan(_start, Http2Frame.HeadBytes), 5);
        if (length > LongestFrame || (!_hasSettings && type != Http2FrameType.Settings))
        {
            throw new WireProtocolException(_hasSettings
                ? "A frame of the server is longer than 16 KiB, the most that was agreed on."
                : "The server does not speak HTTP/2 on this port: is it one of HTTP/1.1, or that of another service?");
        }

        Await(Http2Frame.HeadBytes + length);
        _start += Http2Frame.HeadBytes;
        if (type == Http2FrameType.Data)
        {
            ReceiveData(length, flags, id);
            return;
        }

        var payload = _received.AsSpan(_start, length);
        _start += length;
        bool isCurrent = id == _id;
        switch (type)
        {
            case Http2FrameType.Headers or Http2FrameType.Continuation when isCurrent:
                ReceiveFields(payload, flags, isFirst: type == Http2FrameType.Headers);
                break;
            case Http2FrameType.ResetStream when isCurrent && !_isEnded:
                int reason = Number(payload);
                _stream.Break();
                throw new ConnectionLostException(FormattableString.Invariant(
                    $"The server ended the request without an answer (HTTP/2 error {reason})."))
                { AnySent = _stream.AnySent && reason != RefusedStream };
            case Http2FrameType.Settings when !flags.HasFlag(Http2Frame.Acknowledgement):
                ReceiveSettings(payload);
                break;
            case Http2FrameType.PushPromise:
                throw Damaged();
            case Http2FrameType.Ping when !flags.HasFlag(Http2Frame.Acknowledgement):
                Reply(Http2FrameType.Ping, Http2Frame.Acknowledgement, 0, payload);
                break;
            case Http2FrameType.GoAway:
                _isGoingAway = true;
                if (Number(payload) < _id && !_isEnded)
                {
                    _stream.Break();
                    throw new ConnectionLostException("The server is ending the connection, and did not take the request.");
                }

                break;
            case Http2FrameType.WindowUpdate when id == 0:
                _connectionWindow += Number(payload);
                break;
            case Http2FrameType.WindowUpdate when isCurrent:
                _streamWindow += Number(payload);
                break;
        }
    }

    private void ReceiveData(int length, Http2FrameFlags flags, int id)
    {
        _unreported += length;
        if (id == _id)
        {
            _streamUnreported += length;
            bool isPadded = flags.HasFlag(Http2FrameFlags.Padded);
            _padding = !isPadded ? 0 : length > 0 ? _received[_start] : throw Damaged();
            _start += isPadded ? 1 : 0;
            _dataLeft = length - (isPadded ? 1 : 0) - _padding;
            _isEnded |= flags.HasFlag(Http2FrameFlags.EndStream);
            if (_dataLeft < 0 || _status == 0)
            {
                throw Damaged();
            }
        }
        else
        {
            _start += length;
        }

        Report(ref _unreported, 0);
        if (!_isEnded)
        {
            Report(ref _streamUnreported, _id);
        }
    }

    private void Report(ref int unreported, int id)
    {
        if (unreported >= ReportBytes)
        {
            Span<byte> count = stackalloc byte[4];
            BinaryPrimitives.WriteInt32BigEndian(count, unreported);
            Reply(Http2FrameType.WindowUpdate, Http2FrameFlags.None, id, count);
            unreported = 0;
        }
    }

    private void ReceiveFields(ReadOnlySpan<byte> payload, Http2FrameFlags flags, bool isFirst)
    {
        if (isFirst)
        {
            const int PriorityBytes = 5;
            int padding = !flags.HasFlag(Http2FrameFlags.Padded) ? 0 : payload.Length > 0 ? payload[0] : throw Damaged();
            int before = (flags.HasFlag(Http2FrameFlags.Padded) ? 1 : 0)
                + (flags.HasFlag(Http2FrameFlags.Priority) ? PriorityBytes : 0);
            payload = before + padding <= payload.Length ? payload[before..^padding] : throw Damaged();
            _fieldBytes = 0;
            _fieldsEndStream = flags.HasFlag(Http2FrameFlags.EndStream);
        }

        int all = _fieldBytes + payload.Length;
        if (all > _fields.Length)
        {
            Array.Resize(ref _fields, all <= BufferBytes ? BufferBytes : throw new WireProtocolException(
                "The head of the server's answer is longer than 64 KiB, the most that is accepted."));
        }

        payload.CopyTo(_fields.AsSpan(_fieldBytes));
        _fieldBytes = all;
        if (flags.HasFlag(Http2FrameFlags.EndHeaders))
        {
            int status = Hpack.Status(_fields.AsSpan(0, all));
            if (_status == 0)
            {
                // Below 200 another head follows.
                _status = status == 0 ? throw Damaged() : status < 200 ? 0 : status;
            }

            _isEnded |= _fieldsEndStream;
        }
    }

    private void ReceiveSettings(ReadOnlySpan<byte> payload)
    {
        const int InitialWindow = 4;
        for (; payload.Length >= 6; payload = payload[6..])
        {
            if (BinaryPrimitives.ReadUInt16BigEndian(payload) == InitialWindow)
            {
                int window = Number(payload, 2);
                _streamWindow += window - _initialWindow;
                _initialWindow = window;
            }
        }

        _hasSettings = true;
        Reply(Http2FrameType.Settings, Http2Frame.Acknowledgement, 0, default);
    }

    private void Reply(Http2FrameType type, Http2FrameFlags flags, int id, ReadOnlySpan<byte> payload)
    {
        const int LongestReply = 8;
        Span<byte> room = stackalloc byte[Http2Frame.HeadBytes + LongestReply];
        int end = Http2Frame.WriteHead(room, payload.Length, type, flags, id);
        (payload.Length <= LongestReply ? payload : throw Damaged()).CopyTo(room[end..]);
        _stream.Send(room[..(end + payload.Length)], canTakeEffect: false);
    }

    /// <summary>Waits until the buffer holds <paramref name="count"/> unread bytes.</summary>
    private void Await(int count)
    {
        if (_start == _end)
        {
            (_start, _end) = (0, 0);
        }
        else if (_start + count > _received.Length)
        {
            _received.AsSpan(_start, _end - _start).CopyTo(_received);
            (_start, _end) = (0, _end - _start);
        }

        while (_end - _start < count)
        {
            _end += _stream.Receive(_received.AsSpan(_end));
        }
    }
}
