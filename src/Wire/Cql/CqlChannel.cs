using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql;

/// <summary>Requests and answers of one byte stream, matched by stream id. Used by one thread at a time.</summary>
internal sealed class CqlChannel : IDisposable
{
    private const int MaxKeptEvents = 1000;

    private readonly WireStream _stream;
    private readonly CqlMessageReader _reader;
    private readonly CqlStreams _streams;
    private readonly Queue<CqlEvent> _events = new();
    private readonly bool _isCompressed;
    private int _current;

    public CqlChannel(WireStream stream, int version, CqlConnectionOptions options)
    {
        _stream = stream;
        _reader = new CqlMessageReader(stream, options.MaxMessageBytes);
        _streams = new CqlStreams(options.MaxInFlight);
        Requests = new CqlRequestBuffer(version);
        Version = version;
        _isCompressed = options.IsCompressed;
    }

    public int Version { get; }

    public CqlRequestBuffer Requests { get; }

    public int Pending => _streams.Pending;

    /// <summary>Whether the next answer, or its beginning, has been received already.</summary>
    public bool HasReceived => _reader.HasReceived;

    /// <summary>Whether the stream failed or carried damaged bytes.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Begins a request; the caller writes its body into <see cref="Requests"/>.</summary>
    /// <returns>Its stream id.</returns>
    public int Begin(CqlOpcode opcode)
    {
        _current = _streams.Take();
        Requests.Begin(opcode, _current);
        return _current;
    }

    /// <summary>Ends the request begun last. It is sent by <see cref="Flush"/>.</summary>
    public void End() => Requests.End();

    /// <summary>Sends what has been ended.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Flush()
    {
        if (Requests.Length == 0)
        {
            return;
        }

        _stream.Send(Requests.Finish());
    }

    /// <summary>Ends the request begun last, sends it, and reads its answer. Nothing else may be unanswered.</summary>
    /// <exception cref="CqlServerException">The answer is an error.</exception>
    public CqlMessage Exchange()
    {
        End();
        Flush();
        var message = Receive();
        return message.Opcode == CqlOpcode.Error ? throw CqlErrorReader.Read(message.Body, _reader.LastVersion) : message;
    }

    /// <summary>Reads the next answer; events that come first are kept.</summary>
    public CqlMessage Receive()
    {
        while (true)
        {
            var message = Read();
            if (message.Stream >= 0)
            {
                _streams.Complete(message.Stream);
                if (_streams.Pending == 0)
                {
                    _stream.Answered();
                }

                return message;
            }

            Keep(message);
        }
    }

    /// <summary>The next event, waiting for one.</summary>
    public CqlEvent ReceiveEvent()
    {
        while (_events.Count == 0)
        {
            var message = Read();
            if (message.Stream >= 0)
            {
                throw new WireProtocolException("The server answered a request that nobody made.");
            }

            Keep(message);
        }

        return _events.Dequeue();
    }

    /// <summary>The server accepted STARTUP: only its version counts from now on, in segments where that version has them.</summary>
    public void BeginSegments()
    {
        if (_reader.LastVersion != Version)
        {
            throw new WireProtocolException($"The server answered in version {_reader.LastVersion} of the protocol instead of {Version}.");
        }

        _reader.Version = Version;
        if (Version >= 5)
        {
            Requests.IsSegmented = true;
            Requests.Compression = _isCompressed ? new CqlCompression() : null;
            _reader.BeginSegments(_isCompressed);
        }
    }

    public void Dispose() => _stream.Dispose();

    private CqlMessage Read()
    {
        try
        {
            return _reader.Read();
        }
        catch
        {
            // Whatever is thrown, the stream cannot be trusted any more.
            _stream.Break();
            throw;
        }
    }

    private void Keep(CqlMessage message)
    {
        if (message.Opcode != CqlOpcode.Event)
        {
            throw CqlHandshake.Unexpected(message.Opcode);
        }

        // Nobody fetches them: the oldest are the least interesting.
        if (_events.Count == MaxKeptEvents)
        {
            _events.Dequeue();
        }

        _events.Enqueue(CqlEvent.Read(message.Body));
    }
}
