using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Runs the connection phase, from the greeting to the server's OK (MySQL Source Code Documentation, "Connection Phase"):
/// capabilities, encryption, login. Only <see cref="MySqlConnection"/> calls it, once per connection. Encrypts, if requested,
/// before it sends the user's name. With <see cref="MySqlTlsMode.Preferred"/> it goes on unencrypted if the server has no TLS. It
/// sends the password in clear only over an encrypted connection or a Unix socket.
/// </summary>
internal sealed class MySqlHandshake
{
    /// <summary>utf8mb4_general_ci, which both servers support since 5.5.</summary>
    private const byte CharacterSet = 45;

    private readonly MySqlChannel _channel;
    private readonly MySqlConnectionOptions _options;
    private readonly MySqlRequest _request = new();
    private string _plugin = string.Empty;
    private byte[] _nonce = [];

    private MySqlHandshake(MySqlChannel channel, MySqlConnectionOptions options)
    {
        _channel = channel;
        _options = options;
    }

    private bool IsSecret => _channel.Stream.Encrypted is not null || !_options.IsNetwork;

    /// <summary>Logs in and returns the server's greeting.</summary>
    /// <param name="channel">A channel over which nothing was received yet.</param>
    /// <param name="options">User, password, database and encryption.</param>
    public static MySqlGreeting Run(MySqlChannel channel, MySqlConnectionOptions options) => new MySqlHandshake(channel, options)
        .Run();

    private MySqlGreeting Run()
    {
        var greeting = MySqlGreeting.Read(_channel.Receive());
        const uint Needed =
            MySqlCapability.Protocol41 | MySqlCapability.SecureConnection | MySqlCapability.PluginLogin
            | MySqlCapability.PluginLoginLength;
        if ((greeting.Capabilities & Needed) != Needed)
        {
            throw _channel.Broken(
                $"The server, {greeting.Version}, is too old: authentication plug-ins are needed, which MySQL 5.6, MariaDB 10 and later have.");
        }

        uint capabilities = Needed | MySqlCapability.FoundRows | MySqlCapability.LongFlag | MySqlCapability.Transactions
            | (greeting.Capabilities & MySqlCapability.LocalFiles) | (_options.Database is null ? 0
                : MySqlCapability.WithDatabase);
        uint extended = greeting.Extended & MySqlCapability.ExtendedBulk;
        capabilities |= greeting.Extended == 0 ? MySqlCapability.LongPassword : 0;
        if (_options.IsNetwork && _options.TlsMode != MySqlTlsMode.Disabled)
        {
            capabilities |= Encrypt(greeting, capabilities, extended);
        }

        // The server's proposal need not be the user's plug-in. If it is not, the server then names the right one. An unknown
        // proposal is answered by the most common plug-in.
        _plugin = greeting.Plugin == MySqlLogin.CachingSha2 ? MySqlLogin.CachingSha2 : MySqlLogin.Native;
        _nonce = greeting.Nonce;
        byte[] answer = MySqlLogin.Answer(_plugin, _nonce, _options.Password(), IsSecret)!;
        Begin(capabilities, extended).Text(_options.User).Byte(0).Byte((byte)answer.Length).Bytes(answer);
        if (_options.Database is { } database)
        {
            _request.Text(database).Byte(0);
        }

        _channel.SendNext(_request.Text(_plugin).Byte(0));
        AwaitOk();
        return greeting;
    }

    private uint Encrypt(MySqlGreeting greeting, uint capabilities, uint extended)
    {
        if (!greeting.Can(MySqlCapability.Tls))
        {
            return _options.TlsMode == MySqlTlsMode.Preferred
                ? 0u
                : throw new ConnectionLostException(
                    "The server does not support encryption, which the endpoint requires: configure its certificate, or set "
                    + "ssl_mode=disabled.");
        }

        _channel.SendNext(Begin(capabilities | MySqlCapability.Tls, extended));
        _channel.Stream.Encrypt(WireStream.HostOf(_options.Server), _options.Tls);
        return MySqlCapability.Tls;
    }

    private MySqlRequest Begin(uint capabilities, uint extended) =>
        _request.Clear().Int32((int)capabilities).Int32(MySqlRequest.MaxPayloadBytes + 1).Byte(CharacterSet).Zeros(19)
            .Int32((int)extended);

    private void AwaitOk()
    {
        while (true)
        {
            var packet = _channel.Receive();
            switch (packet[0])
            {
                case 0:
                    return;
                case 0xfe when packet.Length > 1:
                    Switch(packet[1..]);
                    break;
                case 1 when _plugin == MySqlLogin.CachingSha2 && packet.Length == 2 && packet[1] == 3:
                    // The server has the password in its cache: OK follows.
                    break;
                case 1 when _plugin == MySqlLogin.CachingSha2 && packet.Length == 2 && packet[1] == 4:
                    SendPassword();
                    break;
                default:
                    throw _channel.Broken(
                        $"The server sent a packet of kind {packet[0]}, which a login by {_plugin} does not allow.");
            }
        }
    }

    private void Switch(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet);
        _plugin = reader.TerminatedText();
        _nonce = reader.Take(reader.Remaining).ToArray();
        byte[] answer = MySqlLogin.Answer(_plugin, _nonce, _options.Password(), IsSecret)
            ?? throw _channel.Broken(
                $"The server requires a login by {_plugin}; supported are {MySqlLogin.Native}, {MySqlLogin.CachingSha2}, {MySqlLogin.Ed25519}, {MySqlLogin.Clear} and Unix sockets.");

        // An empty answer is sent as a packet, too.
        _channel.SendNext(_request.Clear().Bytes(answer));
    }

    private void SendPassword()
    {
        if (IsSecret)
        {
            _channel.SendNext(_request.Clear().Text(_options.Password()).Byte(0));
            return;
        }

        if (!_options.TakesPublicKey)
        {
            throw new ConnectionLostException(
                "The server does not have the password in its cache (caching_sha2_password), and the connection is not "
                + "encrypted: set ssl_mode=required, "
                + "or allow the server's public key with public_key=ask.");
        }

        _channel.SendNext(_request.Clear().Byte(2));
        var answer = _channel.Receive();
        if (answer[0] != 1)
        {
            throw _channel.Broken("The server did not send its public key.");
        }

        _channel.SendNext(_request.Clear()
            .Bytes(MySqlLogin.Encrypt(Encoding.ASCII.GetString(answer[1..]), _nonce.AsSpan(0, 20), _options.Password())));
    }
}
