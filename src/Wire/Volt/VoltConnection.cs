using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// A session with a VoltDB server (VoltDB, "Client Wire Protocol", version 1 of the login) over a blocking socket. Several
/// procedure calls may be unanswered at once. <c>VoltSessions</c> opens one per writer, and more for administration and the
/// audit. <c>VoltPlan</c> asks by one whether a private server is ready. One thread at a time uses it. Another thread may only
/// dispose it, which ends the call under way. It never repeats a request. The login sends the SHA-256 hash of the password, not
/// the password.
/// </summary>
public sealed class VoltConnection : IDisposable
{
    /// <summary>The longest message to accept, in bytes. The server's limit is 50 MiB.</summary>
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

    /// <summary>Whether the session has ended, by an error or by disposing.</summary>
    public bool IsBroken => _stream.IsBroken;

    /// <summary>Whether the connection is encrypted.</summary>
    public bool IsEncrypted => _stream.Encrypted is not null;

    /// <summary>The server's build string, from its answer to the login.</summary>
    public string Build { get; private set; } = string.Empty;

    /// <summary>The node's host id in its cluster.</summary>
    public int Host { get; private set; }

    /// <summary>The session's id, unique at its node.</summary>
    public long Id { get; private set; }

    /// <summary>Start of the cluster, in milliseconds since 1970.</summary>
    public long ClusterStart { get; private set; }

    /// <summary>Number of unanswered calls.</summary>
    public int Unanswered { get; private set; }

    /// <summary>Connects and logs in.</summary>
    /// <exception cref="VoltServerException">The server rejects the login.</exception>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept the connection in time, or its certificate is not trusted.
    /// </exception>
    /// <exception cref="WireProtocolException">The server does not speak VoltDB's protocol.</exception>
    public static VoltConnection Open(VoltConnectionOptions options) =>
        // In a resumed TLS handshake the client's message is the last, and the server loses the login behind it (seen with
        // 10.1.1).
        Open(() => WireStream.Connect(options.Server, options.Socket, options.Tls is { } tls ? tls with { Resumes = false }
            : null), options);

    /// <summary>Opens over a stream that the caller supplies. Tests replay answers by it.</summary>
    internal static VoltConnection Open(Func<WireStream> connect, VoltConnectionOptions options) =>
        WireStream.Open(connect, stream =>
    {
        var connection = new VoltConnection(stream);
        connection.Login(options);
        return connection;
    });

    /// <summary>Sends calls without waiting. <see cref="Receive"/> returns their answers, in any order.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public void Send(VoltRequest request)
    {
        Unanswered += request.Calls;
        _stream.Send(request.Written);
    }

    /// <summary>Waits for the next answer, valid until the next call.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    /// <exception cref="WireProtocolException">The server sent a message although no call is unanswered.</exception>
    public VoltAnswer Receive()
    {
        var message = Message();
        if (Unanswered == 0)
        {
            _stream.Break();
            throw new WireProtocolException("The server sent an answer to no call.");
        }

        var answer = new VoltAnswer(message);
        if (--Unanswered == 0)
        {
            _stream.Answered();
        }

        return answer;
    }

    /// <summary>Sends one call and waits for its answer, valid until the next call. No other call may be unanswered.</summary>
    /// <exception cref="VoltServerException">The procedure failed.</exception>
    public VoltAnswer Call(VoltRequest request)
    {
        Send(request);
        var answer = Receive();
        return answer.IsSuccess ? answer : throw new VoltServerException(answer.Status, answer.Words);
    }

    /// <summary>Calls a procedure and waits for its answer, valid until the next call.</summary>
    /// <param name="procedure">The procedure's name.</param>
    /// <param name="parameters">Strings, ints and longs.</param>
    /// <exception cref="VoltServerException">The procedure failed.</exception>
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
        _request.BeginMessage().Byte(LoginVersion).Byte(Sha256).Utf8("database").Utf8(options.User)
            .Raw(SHA256.HashData(Encoding.UTF8.GetBytes(options.Password()))).EndMessage();
        _stream.Send(_request.Written, canTakeEffect: false);
        var answer = new WireReader(Message());
        answer.Byte();
        if (answer.Byte() is not 0 and var refusal)
        {
            _stream.Break();
            throw new VoltServerException(VoltStatus.LoginRefused, (sbyte)refusal switch
            {
                -1 => "The server rejects this user or this password.",
                1 => "The server has reached its limit of connections.",
                2 => "The login did not reach the server within its own time-out.",
                4 => "The server is still joining its cluster and accepts no logins yet.",
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
            throw new WireProtocolException(
                $"The server announced a message of {length} bytes; 1 to {MaxMessageBytes} are accepted.");
        }

        return _received.Take(length);
    }
}
