using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// A session with a VoltDB server (VoltDB, "Client Wire Protocol", version 1 of the login), over a blocking socket: calls of procedures, of which several may be unanswered.
/// Used by one thread at a time; another may dispose it, which ends whatever call is under way.
/// </summary>
public sealed class VoltConnection : IDisposable
{
    /// <summary>The longest message that is accepted; the server sends no more than 50 MiB.</summary>
    private const int MaxMessageBytes = 64 * 1024 * 1024;

    private const int LengthBytes = 4;
    private const byte LoginVersion = 1;
    private const byte Sha256 = 1;

    private readonly WireStream _stream;
    private readonly ReceiveBuffer _received;
    private readonly VoltRequest _request = new();

    private VoltConnection(WireStream stream)
    {
        _stream = stream;
        _received = new ReceiveBuffer(stream, 32 * 1024);
    }

    /// <summary>Whether the session is over, by an error or by disposing.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Whether it is encrypted.</summary>
    public bool IsEncrypted => _stream.Encrypted is not null;

    /// <summary>The server's build, as it greets.</summary>
    public string Build { get; private set; } = string.Empty;

    /// <summary>The node's number in its cluster.</summary>
    public int Host { get; private set; }

    /// <summary>The session's number at its node, which never has another one of that number.</summary>
    public long Id { get; private set; }

    /// <summary>When the cluster was started, in milliseconds since 1970.</summary>
    public long ClusterStart { get; private set; }

    /// <summary>How many calls are unanswered.</summary>
    public int Unanswered { get; private set; }

    /// <summary>Connects and logs in.</summary>
    /// <param name="options">Where and how.</param>
    /// <returns>The session.</returns>
    /// <exception cref="VoltServerException">The server refuses the session.</exception>
    /// <exception cref="ConnectionLostException">It cannot be connected to, or not as is asked.</exception>
    /// <exception cref="WireProtocolException">It does not speak the protocol.</exception>
    public static VoltConnection Open(VoltConnectionOptions options) => Open(() => WireStream.Connect(options.Server, options.Socket), options);

    internal static VoltConnection Open(Func<WireStream> connect, VoltConnectionOptions options)
    {
        var connection = new VoltConnection(connect());
        try
        {
            if (options.Tls is { } tls)
            {
                // In a handshake that is shortened the last word is the client's, and the server loses what comes behind it: the login. Seen with 10.1.1.
                connection._stream.Encrypt(options.Host, tls with { Resumes = false });
            }

            connection.Login(options);
            connection._stream.Opened();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Sends calls. Their answers are then received, in whatever order the server has them ready.</summary>
    /// <param name="request">The calls.</param>
    /// <exception cref="ConnectionLostException">The connection is gone.</exception>
    public void Send(VoltRequest request)
    {
        Unanswered += request.Calls;
        _stream.Send(request.Written);
    }

    /// <summary>Receives an answer to one of the calls.</summary>
    /// <returns>The answer, valid until the next call.</returns>
    /// <exception cref="ConnectionLostException">The connection is gone.</exception>
    public VoltAnswer Receive()
    {
        var answer = new VoltAnswer(Message());
        if (--Unanswered == 0)
        {
            _stream.Answered();
        }

        return answer;
    }

    /// <summary>Sends one call and receives its answer.</summary>
    /// <param name="request">The call.</param>
    /// <returns>The answer, valid until the next call.</returns>
    /// <exception cref="VoltServerException">It failed.</exception>
    public VoltAnswer Call(VoltRequest request)
    {
        Send(request);
        var answer = Receive();
        return answer.IsSuccess ? answer : throw new VoltServerException(answer.Status, answer.Words);
    }

    /// <summary>Calls a procedure.</summary>
    /// <param name="procedure">The procedure.</param>
    /// <param name="parameters">Its parameters: texts and whole numbers.</param>
    /// <returns>The answer, valid until the next call.</returns>
    /// <exception cref="VoltServerException">It failed.</exception>
    public VoltAnswer Call(string procedure, params IReadOnlyList<object> parameters)
    {
        _request.Clear().Begin(procedure, parameters.Count);
        foreach (object parameter in parameters)
        {
            _ = parameter switch
            {
                int number => _request.Integer(number),
                long number => _request.BigInt(number),
                _ => _request.Text((string)parameter),
            };
        }

        return Call(_request.End());
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();

    private void Login(VoltConnectionOptions options)
    {
        _request.BeginMessage().Byte(LoginVersion).Byte(Sha256).Utf8("database").Utf8(options.User).Raw(SHA256.HashData(Encoding.UTF8.GetBytes(options.Password()))).EndMessage();
        _stream.Send(_request.Written, canTakeEffect: false);
        var answer = new WireReader(Message());
        answer.Byte();
        if (answer.Byte() is not 0 and var refusal)
        {
            _stream.Break();
            throw new VoltServerException(VoltStatus.LoginRefused, (sbyte)refusal switch
            {
                -1 => "The server does not let this user in with this password.",
                1 => "The server has as many connections as it takes.",
                2 => "The server did not wait for the login.",
                4 => "The server is joining its cluster and lets nobody in yet.",
                var other => $"The server refuses the login (code {other}).",
            });
        }

        Host = answer.Int32();
        Id = answer.Int64();
        ClusterStart = answer.Int64();
        answer.Int32();
        Build = answer.Utf8(answer.Int32());
    }

    private ReadOnlySpan<byte> Message()
    {
        _stream.BeginAnswer();
        int length = BinaryPrimitives.ReadInt32BigEndian(_received.Take(LengthBytes));
        if (length is < 1 or > MaxMessageBytes)
        {
            _stream.Break();
            throw new WireProtocolException($"The server announces a message of {length} bytes, and 1 to {MaxMessageBytes} are possible here.");
        }

        return _received.Take(length);
    }
}
