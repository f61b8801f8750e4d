using System.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// A session with a Neo4j server by version 5.0 to 5.4 of the Bolt protocol (Neo4j, "Bolt Protocol"), over a blocking socket. Used by one thread at a time; another may dispose it,
/// which ends whatever call is under way.
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

    /// <summary>Whether the session is over, by an error or by disposing.</summary>
    public bool IsBroken => _channel.Stream.IsBroken;

    /// <summary>Whether it is encrypted.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>The version of the protocol, <c>5.4</c> for instance.</summary>
    public string Version { get; }

    /// <summary>Product and version of the server, <c>Neo4j/5.26.30</c> for instance.</summary>
    public string Server { get; }

    /// <summary>The number of the last transaction of the database, as of what was answered last; null where the server does not tell.</summary>
    public long? LastTransaction { get; private set; }

    /// <summary>Connects and logs in.</summary>
    /// <param name="options">Where and how.</param>
    /// <returns>The session.</returns>
    /// <exception cref="BoltServerException">The server refuses the session.</exception>
    /// <exception cref="ConnectionLostException">It cannot be connected to, or not as is asked.</exception>
    /// <exception cref="WireProtocolException">It does not speak the protocol.</exception>
    public static BoltConnection Open(BoltConnectionOptions options) => Open(() => WireStream.Connect(options.Server, options.Socket), options);

    internal static BoltConnection Open(Func<WireStream> connect, BoltConnectionOptions options)
    {
        var stream = connect();
        var channel = new BoltChannel(stream);
        try
        {
            var (version, server) = BoltHandshake.Run(channel, options);
            stream.Opened();
            return new(channel, version, server);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    /// <summary>Sends messages. Their answers are then read by <see cref="TryRead"/>; more may be sent before.</summary>
    /// <param name="request">The messages.</param>
    /// <exception cref="ConnectionLostException">The connection is gone.</exception>
    public void Send(BoltRequest request)
    {
        _channel.Stream.Send(request.Written);
        _unanswered += request.Messages;
    }

    /// <summary>Reads the next row of what was sent.</summary>
    /// <param name="row">Its values in their order, valid until the next call.</param>
    /// <returns>False when all of it is answered.</returns>
    /// <exception cref="BoltServerException">The server refuses some of it, and has done none of what follows. Thrown when all is answered.</exception>
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
                    throw _channel.Broken($"The server answers by a message of signature 0x{signature:x2}, which is none of an answer.");
            }
        }

        _channel.Stream.Answered();
        row = default;
        if (_failure is { } failure)
        {
            // Until it is reset the server ignores everything.
            _failure = null;
            Reset();
            throw failure;
        }

        return false;
    }

    /// <summary>Carries out a statement with few rows.</summary>
    /// <param name="text">The statement.</param>
    /// <param name="context">What it runs in.</param>
    /// <param name="parameters">Its parameters: texts and whole numbers.</param>
    /// <returns>The rows.</returns>
    /// <exception cref="BoltServerException">The server refuses it.</exception>
    public IReadOnlyList<object?[]> Query(string text, BoltContext context, params IReadOnlyList<(string Name, object Value)> parameters)
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

    /// <summary>Says good-bye and ends the session. For the session's own thread.</summary>
    public void Close()
    {
        try
        {
            if (!IsBroken)
            {
                _channel.Stream.Send(_request.Clear().BeginMessage(BoltMessage.Goodbye, 0).EndMessage().Written, canTakeEffect: false);
            }
        }
        catch (WireException)
        {
            // It is gone already.
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
            throw _channel.Broken("The server does not let the session be reset after a failure.");
        }
    }
}
