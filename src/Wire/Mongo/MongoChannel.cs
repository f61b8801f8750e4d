namespace DbIngest.Wire.Mongo;

/// <summary>
/// Requests and answers of one byte stream. The server takes the requests of a connection one after another and answers in their order, so those that
/// are sent without waiting are answered first in, first out. Used by one thread at a time.
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

    /// <summary>Requests that were sent, or are about to be, and are not answered.</summary>
    public int Pending => _begun - _answered;

    public bool IsBroken => _stream.IsBroken;

    /// <summary>Begins a request; the caller writes its document next.</summary>
    public void Begin() => Requests.Begin(unchecked(++_begun));

    /// <summary>Ends the request begun last, and sends it.</summary>
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

    /// <summary>Drops the request begun last.</summary>
    public void Abandon()
    {
        Requests.Abandon();
        _begun--;
    }

    /// <summary>Reads the answer to the oldest request that has none.</summary>
    /// <returns>Its document; valid until the next call.</returns>
    public ReadOnlySpan<byte> Receive()
    {
        try
        {
            var document = _reader.Read(out int responseTo);
            if (Pending == 0 || responseTo != _answered + 1)
            {
                throw new WireProtocolException("The server answered a request that nobody made, or not in their order.");
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
            // Whatever is thrown, the stream cannot be trusted any more.
            _stream.Break();
            throw;
        }
    }

    /// <summary>Carries out a command. Nothing else may be unanswered.</summary>
    /// <param name="command">The command, its database included.</param>
    /// <returns>The answer; valid until the next call.</returns>
    /// <exception cref="MongoServerException">The answer is an error.</exception>
    public ReadOnlySpan<byte> Exchange(BsonDocument command)
    {
        Begin();
        command.Write(Requests.Bytes);
        Send();
        var answer = Receive();
        return IsGood(answer) ? answer : throw MongoServerException.Of(BsonDocument.Read(answer));
    }

    /// <summary>From now on requests are compressed, and answers may be.</summary>
    /// <param name="level">How hard zlib tries, 1 to 9; -1 for its default.</param>
    public void BeginCompression(int level)
    {
        // zlib's own default is 6.
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

        throw new WireProtocolException("The server's answer does not say whether it is good.");
    }
}
