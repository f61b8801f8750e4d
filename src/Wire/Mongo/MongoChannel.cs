namespace DbIngest.Wire.Mongo;

/// <summary>
/// Sends requests and receives answers over one byte stream. A server answers a connection's requests in order, so pipelined
/// answers are matched first in, first out. Only <see cref="MongoConnection"/>, <see cref="MongoHandshake"/> and
/// <see cref="MongoLogin"/> use it, one thread at a time. After any failure the stream is broken and must not be used.
/// </summary>
internal sealed class MongoChannel : IDisposable
{
    private readonly WireStream _stream;
    private readonly MongoMessageReader _reader;
    private int _begun;
    private int _answered;

    public MongoChannel(WireStream stream, MongoConnectionOptions options)
    {
        _stream = stream;
        _reader = new MongoMessageReader(stream, options.MaxMessageBytes);
    }

    public MongoRequestBuffer Requests { get; } = new();

    /// <summary>Requests started and not answered yet.</summary>
    public int Pending => _begun - _answered;

    public bool IsBroken => _stream.IsBroken;

    /// <summary>Begins a request. The caller writes its document next.</summary>
    public void Begin() => Requests.Begin(unchecked(++_begun));

    /// <summary>Ends the current request and sends it.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Send()
    {
        Requests.End();
        try
        {
            _stream.Send(Requests.Bytes.Written);
        }
        finally
        {
            Requests.Bytes.Clear();
        }
    }

    /// <summary>Waits for the answer to the oldest unanswered request. Its document is valid until the next call.</summary>
    public ReadOnlySpan<byte> Receive()
    {
        try
        {
            var document = _reader.Read(out int responseTo);
            if (Pending == 0 || responseTo != _answered + 1)
            {
                throw new WireProtocolException("The server sent an answer without a request, or out of order.");
            }

            _answered++;
            if (Pending == 0)
            {
                _stream.Answered();
            }

            return document;
        }
        catch
        {
            // After any failure the position within the stream is unknown.
            _stream.Break();
            throw;
        }
    }

    /// <summary>
    /// Sends one command and waits for its answer, valid until the next call. No other request may be unanswered.
    /// </summary>
    /// <param name="command">The command, with <c>$db</c>.</param>
    /// <exception cref="MongoServerException">The server answered with an error.</exception>
    public ReadOnlySpan<byte> Exchange(BsonDocument command)
    {
        Begin();
        command.Write(Requests.Bytes);
        Send();
        var answer = Receive();
        return IsGood(answer) ? answer : throw MongoServerException.Of(BsonDocument.Read(answer));
    }

    /// <summary>Compresses all later requests and allows compressed answers.</summary>
    /// <param name="level">Level of zlib, 0 (none) to 9; -1 for its default, 6.</param>
    public void BeginCompression(int level)
    {
        // zlib's default level is 6.
        Requests.Compression = new() { CompressionLevel = level < 0 ? 6 : level };
        _reader.MayBeCompressed = true;
    }

    public void Dispose() => _stream.Dispose();

    private static bool IsGood(ReadOnlySpan<byte> answer)
    {
        var reader = new BsonReader(answer);
        while (reader.Next())
        {
            if (reader.Name.SequenceEqual("ok"u8))
            {
                return reader.IsTrue;
            }
        }

        throw new WireProtocolException("The server's answer has no field ok.");
    }
}
