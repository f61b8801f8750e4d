using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// A session with a Neo4j server in Bolt 5.0 to 5.4 (Neo4j, "Bolt Protocol") over a blocking socket. <c>Neo4jSessions</c> opens
/// one per writer, and more for administration and the audit. <c>Neo4jPlan</c> asks by one whether a private server is ready.
/// One thread at a time uses it. Another thread may only dispose it, which ends the call under way. It never repeats a request.
/// </summary>
public sealed class BoltConnection : IDisposable
{
    private readonly BoltChannel _channel;
    private readonly BoltRequest _request = new();
    private int _unanswered;
    private BoltServerException? _failure;

    private BoltConnection(BoltChannel channel, string version, string server)
    {
        _channel = channel;
        Version = version;
        Server = server;
    }

    /// <summary>
    /// Whether the session has ended: the connection was lost or disposed, or bytes broke the protocol. A statement that the
    /// server rejects does not end it.
    /// </summary>
    public bool IsBroken => _channel.Stream.IsBroken;

    /// <summary>Whether the connection is encrypted.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>The protocol's version, for example <c>5.4</c>.</summary>
    public string Version { get; }

    /// <summary>Product and version of the server, for example <c>Neo4j/5.26.30</c>.</summary>
    public string Server { get; }

    /// <summary>
    /// Number of the last transaction that the server reported in an answer. Null before the first report, and if its form is
    /// unknown.
    /// </summary>
    public long? LastTransaction { get; private set; }

    /// <summary>Connects, agrees on a version and logs in.</summary>
    /// <exception cref="BoltServerException">The server rejects the login.</exception>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept the connection in time, or its certificate is not trusted.
    /// </exception>
    /// <exception cref="WireProtocolException">The server does not speak Bolt 5.</exception>
    public static BoltConnection Open(BoltConnectionOptions options) =>
        Open(() => WireStream.Connect(options.Server, options.Socket, options.Tls), options);

    /// <summary>Opens over a stream that the caller supplies. Tests replay answers by it.</summary>
    internal static BoltConnection Open(Func<WireStream> connect, BoltConnectionOptions options) =>
        WireStream.Open(connect, stream =>
    {
        var channel = new BoltChannel(stream);
        var (version, server) = BoltHandshake.Run(channel, options);
        return new BoltConnection(channel, version, server);
    });

    /// <summary>
    /// Sends messages without waiting for the answers, which <see cref="TryRead"/> reads. The caller may send more messages
    /// before it reads any answer.
    /// </summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Send(BoltRequest request)
    {
        _channel.Stream.Send(request.Written);
        _unanswered += request.Messages;
    }

    /// <summary>Reads the next row of the answers to all messages sent.</summary>
    /// <param name="row">The row's values in column order, valid until the next call.</param>
    /// <returns>False when every message is answered.</returns>
    /// <exception cref="BoltServerException">
    /// The server rejected a message and ignored all later ones. The exception comes after the last answer, with the session
    /// reset.
    /// </exception>
    public bool TryRead(out PackStreamReader row)
    {
        while (_unanswered > 0)
        {
            var message = _channel.Receive();
            byte signature = message.Message();
            switch (signature)
            {
                case BoltMessage.Record:
                    message.List();
                    row = message;
                    return true;
                case BoltMessage.Failure:
                    _failure ??= BoltFailure.Read(message);
                    _unanswered--;
                    break;
                case BoltMessage.Success:
                    ReadBookmark(message);
                    _unanswered--;
                    break;
                case BoltMessage.Ignored when _failure is not null:
                    _unanswered--;
                    break;
                default:
                    throw _channel.Broken(
                        $"The server answered with a message of signature 0x{signature:x2}, which is not an answer.");
            }
        }

        _channel.Stream.Answered();
        row = default;
        if (_failure is { } failure)
        {
            // The server ignores everything until the session is reset.
            _failure = null;
            Reset();
            throw failure;
        }

        return false;
    }

    /// <summary>Runs a statement with few rows and keeps them all: for schemas and settings, not for the timed path.</summary>
    /// <param name="text">The Cypher statement.</param>
    /// <param name="context">The database, and the mark of the transaction.</param>
    /// <param name="parameters">Named parameters: strings and longs.</param>
    /// <exception cref="BoltServerException">The server rejects the statement.</exception>
    public IReadOnlyList<object?[]> Query(string text, BoltContext context,
        params IReadOnlyList<(string Name, object Value)> parameters)
    {
        _request.Clear().BeginStatement(Encoding.UTF8.GetBytes(text)).Map(parameters.Count);
        foreach (var (name, value) in parameters)
        {
            _ = value is long number ? _request.Text(name).Integer(number) : _request.Text(name).Text((string)value);
        }

        Send(_request.EndStatement(context));
        var rows = new List<object?[]>();
        while (TryRead(out var row))
        {
            rows.Add(row.Rest());
        }

        return rows;
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    /// <summary>Sends GOODBYE and ends the session. Only the session's own thread may call it.</summary>
    public void Close()
    {
        try
        {
            if (!IsBroken)
            {
                _channel.Stream.Send(_request.Clear().BeginMessage(BoltMessage.Goodbye, 0).EndMessage()
                    .Written, canTakeEffect: false);
            }
        }
        catch (WireException)
        {
            // The connection is lost already.
        }

        Dispose();
    }

    private void ReadBookmark(PackStreamReader success)
    {
        for (int left = success.Map(); left > 0; left--)
        {
            if (success.Utf8().SequenceEqual("bookmark"u8))
            {
                LastTransaction = BoltBookmark.Transaction(success.Utf8());
            }
            else
            {
                success.Skip();
            }
        }
    }

    private void Reset()
    {
        _channel.Stream.Send(_request.Clear().BeginMessage(BoltMessage.Reset, 0).EndMessage().Written, canTakeEffect: false);
        if (_channel.Receive().Message() != BoltMessage.Success)
        {
            throw _channel.Broken("The server refused to reset the session after a failure.");
        }
    }
}
