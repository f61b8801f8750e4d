using System.Net.Security;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>The start of a session (section 55.2.1, "Start-up"): StartupMessage, authentication, ReadyForQuery.</summary>
internal static class PgHandshake
{
    private const int ProtocolVersion = 3 << 16;
    private const string ScramPlain = "SCRAM-SHA-256";
    private const string ScramPlus = "SCRAM-SHA-256-PLUS";

    /// <summary>Makes a connection ready for requests.</summary>
    /// <param name="channel">The channel, just opened.</param>
    /// <param name="options">Who connects.</param>
    /// <exception cref="PgServerException">The server refuses.</exception>
    /// <exception cref="ConnectionLostException">The server asks for what is not there, or not supported.</exception>
    public static void Run(PgChannel channel, PgConnectionOptions options)
    {
        var start = new PgRequest(type: null).Int32(ProtocolVersion).Text("user").Text(options.User);
        foreach (var (name, value) in options.Parameters)
        {
            start.Text(name).Text(value);
        }

        channel.Send(start.Bytes([0]).Finish());
        Authenticate(channel, channel.Stream.Encrypted, options);
        while (true)
        {
            var message = channel.Receive();
            switch (message.Type)
            {
                // BackendKeyData: for cancel requests, which this client does not make.
                case 'K':
                    continue;
                case 'Z':
                    return;
                default:
                    throw channel.Unexpected(message);
            }
        }
    }

    private static void Authenticate(PgChannel channel, SslStream? encrypted, PgConnectionOptions options)
    {
        bool isBound = false;
        while (true)
        {
            var body = Request(channel, out int method);
            switch (method)
            {
                case 0 when options.ChannelBinding == PgChannelBinding.Require && !isBound:
                    throw new ConnectionLostException("Channel Binding=Require, and the server lets the client in without.");
                case 0:
                    return;
                case 3:
                    SendPassword(channel, Password(options, "in clear"));
                    break;
                case 5:
                    SendPassword(channel, Md5(options.User, Password(options, "hashed by MD5"), body.Take(4)));
                    break;
                case 10:
                    isBound = Sasl(channel, body, encrypted, options);
                    break;
                default:
                    throw new ConnectionLostException($"The server asks for authentication by {Name(method)}, which this client cannot do.");
            }
        }
    }

    /// <summary>Exchanges the messages of SCRAM.</summary>
    /// <returns>Whether they were bound to the encrypted channel.</returns>
    private static bool Sasl(PgChannel channel, PgReader body, SslStream? encrypted, PgConnectionOptions options)
    {
        var offered = new List<string>();
        for (string name = body.Text(); name.Length > 0; name = body.Text())
        {
            offered.Add(name);
        }

        byte[]? endPoint = offered.Contains(ScramPlus, StringComparer.Ordinal) && options.ChannelBinding != PgChannelBinding.Disable
            && encrypted?.RemoteCertificate is { } certificate ? PgTls.EndPoint(certificate) : null;
        if (endPoint is null && options.ChannelBinding == PgChannelBinding.Require)
        {
            throw new ConnectionLostException("Channel Binding=Require, and the connection is not encrypted or the server does not bind to it.");
        }

        string mechanism = endPoint is null ? ScramPlain : ScramPlus;
        if (!offered.Contains(mechanism, StringComparer.Ordinal))
        {
            throw new ConnectionLostException($"The server offers no authentication by {mechanism}, but only {string.Join(", ", offered)}.");
        }

        // y tells a server that does bind that somebody between us has hidden that from us.
        bool couldBind = encrypted is not null && options.ChannelBinding != PgChannelBinding.Disable && !offered.Contains(ScramPlus, StringComparer.Ordinal);
        var scram = new Scram(HashAlgorithmName.SHA256, user: string.Empty, Password(options, mechanism), endPoint is not null ? "p=tls-server-end-point,," : couldBind ? "y,," : "n,,", endPoint);
        byte[] first = Encoding.UTF8.GetBytes(scram.First);
        channel.Send(new PgRequest('p').Text(mechanism).Int32(first.Length).Bytes(first).Finish());
        string final = scram.Final(Continued(channel, 11));
        channel.Send(new PgRequest('p').Bytes(Encoding.UTF8.GetBytes(final)).Finish());
        scram.Verify(Continued(channel, 12));
        return endPoint is not null;
    }

    private static string Continued(PgChannel channel, int expected)
    {
        var body = Request(channel, out int step);
        return step == expected
            ? Encoding.UTF8.GetString(body.Take(body.Remaining))
            : throw new WireProtocolException($"The server's step {step} of authentication does not follow: {expected} does.");
    }

    /// <summary>Receives an Authentication message.</summary>
    private static PgReader Request(PgChannel channel, out int method)
    {
        var message = channel.Receive();
        if (message.Type != 'R')
        {
            throw channel.Unexpected(message);
        }

        var body = message.Body;
        method = body.Int32();
        return body;
    }

    private static string Password(PgConnectionOptions options, string how) =>
        options.Password() is { Length: > 0 } password
            ? password
            : throw new ConnectionLostException($"The server asks for a password ({how}), and none was given.");

    private static void SendPassword(PgChannel channel, string password) => channel.Send(new PgRequest('p').Text(password).Finish());

    // "md5" and md5(md5(password + user) + salt), each md5 in hexadecimal (section 55.2.1).
    private static string Md5(string user, string password, ReadOnlySpan<byte> salt)
    {
        string inner = Hex(Encoding.UTF8.GetBytes(password + user));
        return "md5" + Hex([.. Encoding.ASCII.GetBytes(inner), .. salt]);
    }

#pragma warning disable CA5351 // The protocol's own choice; the server decides whether it is good enough.
    private static string Hex(byte[] text) => Convert.ToHexStringLower(MD5.HashData(text));
#pragma warning restore CA5351

    private static string Name(int method) => method switch
    {
        2 => "Kerberos V5",
        6 => "SCM credentials",
        7 => "GSSAPI",
        9 => "SSPI",
        _ => FormattableString.Invariant($"method {method}"),
    };
}
