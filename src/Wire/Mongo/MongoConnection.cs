using System.Net;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// A connection to one MongoDB server by OP_MSG. <c>MongoDeployment</c> opens one per writer, and more for administration and the
/// audit. <c>MongoPlan</c> asks private servers by one, <c>MongoRecipe</c> the nodes of a deployment. One thread at a time uses
/// it. Another thread may only dispose it, to end a wait. Must be disposed after a <see cref="ConnectionLostException"/> or
/// <see cref="WireProtocolException"/>. It never repeats a request.
/// </summary>
/// <remarks>
/// Insertions are pipelined: a writer may send several before the first is answered. The server runs them one after another. The
/// gain is that the client encodes and sends the next one meanwhile.
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

    /// <summary>The server's address.</summary>
    public EndPoint Server { get; }

    /// <summary>How the server described itself when the connection was opened.</summary>
    public MongoHello Hello { get; }

    /// <summary>Whether requests are compressed: the options say so and the server supports it.</summary>
    public bool IsCompressed { get; }

    /// <summary>Number of unanswered insertions.</summary>
    public int Pending => _channel.Pending;

    /// <summary>Whether the connection is lost or disposed.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>
    /// Receives the documents of the current insertion, between <see cref="BeginInsert"/> and <see cref="SendInsert"/>.
    /// </summary>
    public BsonBuffer Documents => _channel.Requests.Bytes;

    /// <summary>Bytes of the current insertion so far.</summary>
    public int InsertBytes => _channel.Requests.MessageBytes;

    /// <summary>Connects and logs in.</summary>
    /// <param name="server">The server's address.</param>
    /// <param name="options">Credentials, compression, timeouts and encryption.</param>
    /// <exception cref="ConnectionLostException">The server cannot be reached within the connect timeout.</exception>
    /// <exception cref="MongoServerException">The server rejects the user or the password.</exception>
    public static MongoConnection Open(EndPoint server, MongoConnectionOptions options) =>
        Open(server, () => WireStream.Connect(server, options.Socket, options.Tls), options);

    /// <summary>Opens over a stream that the caller supplies. Tests replay answers by it.</summary>
    internal static MongoConnection Open(EndPoint server, Func<WireStream> open, MongoConnectionOptions options) =>
        WireStream.Open(open, stream =>
    {
        var channel = new MongoChannel(stream, options);
        var hello = MongoHandshake.Run(channel, options);
        return new MongoConnection(channel, server, hello, options.ZlibLevel is not null && hello.HasZlib);
    });

    /// <summary>Runs a command.</summary>
    /// <param name="database">The database.</param>
    /// <param name="command">The command. Its name is the first element. The call adds <c>$db</c>: never pass it twice.</param>
    /// <exception cref="MongoServerException">The server answered with an error.</exception>
    public BsonDocument Run(string database, BsonDocument command) =>
        BsonDocument.Read(_channel.Exchange(command.Add("$db", database)));

    /// <summary>Runs a command that opens or continues a cursor. The page is valid until the next call.</summary>
    /// <param name="database">The database.</param>
    /// <param name="command">
    /// <c>find</c>, <c>aggregate</c> or <c>getMore</c>. The call adds <c>$db</c>: never pass it twice.
    /// </param>
    /// <exception cref="MongoServerException">The server answered with an error.</exception>
    public MongoPage Page(string database, BsonDocument command) => MongoPage.Of(_channel.Exchange(command.Add("$db", database)));

    /// <summary>Begins an insertion. The caller writes its documents into <see cref="Documents"/> next.</summary>
    /// <param name="command">The insert command without documents, with <c>$db</c>, encoded.</param>
    public void BeginInsert(ReadOnlySpan<byte> command)
    {
        _channel.Begin();
        Documents.Raw(command);
        _channel.Requests.BeginSequence("documents"u8);
    }

    /// <summary>Ends the current insertion and sends it.</summary>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost. Every unanswered insertion may or may not be stored.
    /// </exception>
    public void SendInsert() => _channel.Send();

    /// <summary>
    /// Waits for the answer to the oldest unanswered insertion. Returns null if all of it was stored with the requested write
    /// concern, otherwise what failed.
    /// </summary>
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
}
