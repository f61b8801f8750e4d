using System.Net.Security;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Runs the start of a session (section 55.2.1, "Start-up"): StartupMessage, authentication, ReadyForQuery. Only
/// <see cref="PgConnection"/> calls it, once per connection, after <see cref="PgTls"/> has encrypted it if requested. A server
/// that asks for the password in clear gets it, even over an unencrypted connection, unless channel binding is required.
/// </summary>
internal static class PgHandshake
{
    private const int ProtocolVersion = 3 << 16;
    private const string ScramPlain = "SCRAM-SHA-256";
    private const string ScramPlus = "SCRAM-SHA-256-PLUS";

    /// <summary>Logs in and waits until the server is ready for requests.</summary>
    /// <param name="channel">A channel over which nothing but SSLRequest was sent.</param>
    /// <param name="options">Role, password, session parameters and channel binding.</param>
    /// <exception cref="PgServerException">The server rejects the login.</exception>
    /// <exception cref="ConnectionLostException">The server requires a missing password or an unsupported method.</exception>
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
                // BackendKeyData serves cancel requests, which this client does not send.
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
                    throw new ConnectionLostException(
                        "The server accepted the login without channel binding, which Channel Binding=Require demands.");
                case 0:
                    return;

                // As libpq does: a server that cannot prove itself over this channel gets no password.
                case 3 or 5 when options.ChannelBinding == PgChannelBinding.Require:
                    throw new ConnectionLostException(
                        $"The server asks for the password {(method == 3 ? "in clear" : "hashed by MD5")}, without channel binding, "
                        + "which Channel Binding=Require demands.");
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
                    throw new ConnectionLostException(
                        $"The server requires authentication by {Name(method)}, which is not supported.");
            }
        }
    }

    /// <summary>Runs SCRAM and returns whether it was bound to the TLS channel.</summary>
    private static bool Sasl(PgChannel channel, WireReader body, SslStream? encrypted, PgConnectionOptions options)
    {
        var offered = new List<string>();
        for (string name = body.TerminatedText(); name.Length > 0; name = body.TerminatedText())
        {
            offered.Add(name);
        }

        byte[]? endPoint = offered.Contains(ScramPlus, StringComparer.Ordinal)
            && options.ChannelBinding != PgChannelBinding.Disable
            && encrypted?.RemoteCertificate is { } certificate ? PgTls.EndPoint(certificate) : null;
        if (endPoint is null && options.ChannelBinding == PgChannelBinding.Require)
        {
            throw new ConnectionLostException(
                "Channel Binding=Require needs an encrypted connection and a server that offers SCRAM-SHA-256-PLUS.");
        }

        string mechanism = endPoint is null ? ScramPlain : ScramPlus;
        if (!offered.Contains(mechanism, StringComparer.Ordinal))
        {
            throw new ConnectionLostException($"The server does not offer {mechanism}, only {string.Join(", ", offered)}.");
        }

        // The flag y tells a server that can bind that an attacker has hidden that ability from the client.
        bool couldBind = encrypted is not null && options.ChannelBinding != PgChannelBinding.Disable
            && !offered.Contains(ScramPlus, StringComparer.Ordinal);
        var scram = new Scram(HashAlgorithmName.SHA256, user: string.Empty, Password(options, mechanism), endPoint is not null
            ? "p=tls-server-end-point,," : couldBind ? "y,," : "n,,", endPoint);
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
            : throw new WireProtocolException($"The server sent step {step} of the authentication instead of {expected}.");
    }

    private static WireReader Request(PgChannel channel, out int method)
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

    private static void SendPassword(PgChannel channel, string password) =>
        channel.Send(new PgRequest('p').Text(password).Finish());

    // "md5" and md5(md5(password + user) + salt), each md5 in hexadecimal (section 55.2.1).
    private static string Md5(string user, string password, ReadOnlySpan<byte> salt)
    {
        string inner = Hex(Encoding.UTF8.GetBytes(password + user));
        return "md5" + Hex([.. Encoding.ASCII.GetBytes(inner), .. salt]);
    }

#pragma warning disable CA5351 // The protocol prescribes MD5; the server decides whether to accept it.
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
