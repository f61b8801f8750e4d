using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql;

/// <summary>
/// Sends requests and receives answers over one byte stream, matched by stream id. Only <see cref="CqlConnection"/> and
/// <see cref="CqlHandshake"/> use it, one thread at a time. The timed path allocates nothing here. After any failure the stream
/// is broken and must not be used.
/// </summary>
internal sealed class CqlChannel : IDisposable
{
    private const int MaxKeptEvents = 1000;

    private readonly WireStream _stream;
    private readonly CqlMessageReader _reader;
    private readonly CqlStreamIds _streams;
    private readonly Queue<CqlEvent> _events = new();
    private readonly bool _isCompressed;
    private int _current;

    public CqlChannel(WireStream stream, int version, CqlConnectionOptions options)
    {
        _stream = stream;
        _reader = new CqlMessageReader(stream, options.MaxMessageBytes);
        _streams = new CqlStreamIds(options.MaxInFlight);
        Requests = new CqlRequestBuffer(version);
        Version = version;
        _isCompressed = options.IsCompressed;
    }

    public int Version { get; }

    public CqlRequestBuffer Requests { get; }

    public int Pending => _streams.Pending;

    /// <summary>Whether the next answer, or its beginning, has arrived.</summary>
    public bool HasReceived => _reader.HasReceived;

    /// <summary>Whether the stream failed or carried damaged bytes.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Begins a request and returns its stream id. The caller writes the body into <see cref="Requests"/>.</summary>
    public int Begin(CqlOpcode opcode)
    {
        _current = _streams.Take();
        Requests.Begin(opcode, _current);
        return _current;
    }

    /// <summary>Ends the current request. <see cref="Flush"/> sends it.</summary>
    public void End() => Requests.End();

    /// <summary>Sends all ended requests.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Flush()
    {
        if (Requests.Length == 0)
        {
            return;
        }

        _stream.Send(Requests.Finish());
    }

    /// <summary>Ends the current request, sends it and reads its answer. No other request may be unanswered.</summary>
    /// <exception cref="CqlServerException">The answer is an error.</exception>
    public CqlMessage Exchange()
    {
        End();
        Flush();
        var message = Receive();
        return message.Opcode == CqlOpcode.Error ? throw CqlErrorReader.Read(message.Body, _reader.LastVersion) : message;
    }

    /// <summary>Reads the next answer. Keeps events that arrive before it for <see cref="ReceiveEvent"/>.</summary>
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

    /// <summary>Returns the oldest kept event, or waits for one.</summary>
    public CqlEvent ReceiveEvent()
    {
        while (_events.Count == 0)
        {
            var message = Read();
            if (message.Stream >= 0)
            {
                throw new WireProtocolException("The server sent an answer without a request.");
            }

            Keep(message);
        }

        return _events.Dequeue();
    }

    /// <summary>
    /// Switches to segments after the server accepted STARTUP, if its version has them. From now on only that version is
    /// accepted.
    /// </summary>
    public void BeginSegments()
    {
        if (_reader.LastVersion != Version)
        {
            throw new WireProtocolException(
                $"The server answered in version {_reader.LastVersion} of the protocol instead of {Version}.");
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
            // After any failure the position within the stream is unknown.
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

        // Most users never read events: the oldest are dropped first.
        if (_events.Count == MaxKeptEvents)
        {
            _events.Dequeue();
        }

        _events.Enqueue(CqlEvent.Read(message.Body));
    }
}
