using System.Net;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// A connection to one server, by OP_MSG. Used by one thread at a time; only <see cref="Dispose"/> may be called from another, to end a wait. After
/// a <see cref="ConnectionLostException"/> or a <see cref="WireProtocolException"/> it is of no more use.
/// </summary>
/// <remarks>
/// Insertions are pipelined: several may be sent before the first is answered. The server carries them out one after another; what is won is that the
/// next is encoded and on its way meanwhile.
/// </remarks>
public sealed class MongoConnection : IDisposable
{
    private readonly MongoChannel _channel;

    private MongoConnection(MongoChannel channel, EndPoint server, MongoHello hello, bool isCompressed)
    {
        _channel = channel;
        Server = server;
        Hello = hello;
        IsCompressed = isCompressed;
    }

    /// <summary>The server.</summary>
    public EndPoint Server { get; }

    /// <summary>What the server said of itself when the connection was opened.</summary>
    public MongoHello Hello { get; }

    /// <summary>Whether requests are compressed: it was asked for, and the server can.</summary>
    public bool IsCompressed { get; }

    /// <summary>How many insertions are unanswered.</summary>
    public int Pending => _channel.Pending;

    /// <summary>Whether the connection is of no more use.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>The documents of the insertion being written, between <see cref="BeginInsert"/> and <see cref="SendInsert"/>.</summary>
    public BsonBuffer Documents => _channel.Requests.Bytes;

    /// <summary>How many bytes the insertion being written has so far.</summary>
    public int InsertBytes => _channel.Requests.MessageBytes;

    /// <summary>Connects and logs in.</summary>
    /// <param name="server">The server.</param>
    /// <param name="options">How.</param>
    /// <returns>The connection, ready for commands.</returns>
    /// <exception cref="ConnectionLostException">The server cannot be reached.</exception>
    /// <exception cref="MongoServerException">The server refuses the user or the password.</exception>
    public static MongoConnection Open(EndPoint server, MongoConnectionOptions options) => Open(server, () => Connect(server, options), options);

    internal static MongoConnection Open(EndPoint server, Func<WireStream> open, MongoConnectionOptions options)
    {
        var stream = open();
        var channel = new MongoChannel(stream, options);
        try
        {
            var hello = MongoHandshake.Run(channel, options);
            stream.Opened();
            return new MongoConnection(channel, server, hello, options.ZlibLevel is not null && hello.HasZlib);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    /// <summary>Carries out a command.</summary>
    /// <param name="database">The database.</param>
    /// <param name="command">The command, its name first.</param>
    /// <returns>The answer.</returns>
    /// <exception cref="MongoServerException">The answer is an error.</exception>
    public BsonDocument Run(string database, BsonDocument command) => BsonDocument.Read(_channel.Exchange(command.Add("$db", database)));

    /// <summary>Carries out a command that opens a cursor, or continues one.</summary>
    /// <param name="database">The database.</param>
    /// <param name="command"><c>find</c>, <c>aggregate</c> or <c>getMore</c>.</param>
    /// <returns>The cursor's page; valid until the next call.</returns>
    /// <exception cref="MongoServerException">The answer is an error.</exception>
    public MongoPage Page(string database, BsonDocument command) => MongoPage.Of(_channel.Exchange(command.Add("$db", database)));

    /// <summary>Begins an insertion; its documents are written into <see cref="Documents"/> next.</summary>
    /// <param name="command">The command without its documents, its database included.</param>
    public void BeginInsert(ReadOnlySpan<byte> command)
    {
        _channel.Begin();
        Documents.Raw(command);
        _channel.Requests.BeginSequence("documents"u8);
    }

    /// <summary>Ends the insertion begun last, and sends it.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost; whatever was unanswered may be stored or not.</exception>
    public void SendInsert() => _channel.Send();

    /// <summary>Drops the insertion begun last, which could not be encoded to its end.</summary>
    public void AbandonInsert() => _channel.Abandon();

    /// <summary>Waits for the answer to the oldest insertion that has none.</summary>
    /// <returns>What became of it, unless all of it was stored under the write concern: then null.</returns>
    public MongoInsertFailure? ReceiveInsert()
    {
        var answer = _channel.Receive();
        bool isGood = false;
        var reader = new BsonReader(answer);
        while (reader.Next())
        {
            if (reader.Name.SequenceEqual("ok"u8))
            {
                isGood = reader.IsTrue;
            }
            else if (reader.Name.SequenceEqual("writeErrors"u8) || reader.Name.SequenceEqual("writeConcernError"u8))
            {
                return MongoInsertFailure.Of(BsonDocument.Read(answer));
            }
        }

        return isGood ? null : MongoInsertFailure.Of(BsonDocument.Read(answer));
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    private static WireStream Connect(EndPoint server, MongoConnectionOptions options)
    {
        var stream = WireStream.Connect(server, options.Socket);
        try
        {
            if (options.Tls is not null)
            {
                stream.Encrypt(server switch { DnsEndPoint dns => dns.Host, IPEndPoint ip => ip.Address.ToString(), _ => "localhost" }, options.Tls);
            }

            return stream;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }
}
