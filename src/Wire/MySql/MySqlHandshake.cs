using System.Net;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>From the greeting to the server's OK (MySQL Source Code Documentation, "Connection Phase").</summary>
internal sealed class MySqlHandshake
{
    /// <summary>utf8mb4_general_ci, which both servers have since 5.5.</summary>
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

    /// <summary>Logs in.</summary>
    /// <param name="channel">The channel, just connected.</param>
    /// <param name="options">How.</param>
    /// <returns>What the server said of itself.</returns>
    public static MySqlGreeting Run(MySqlChannel channel, MySqlConnectionOptions options) => new MySqlHandshake(channel, options).Run();

    private MySqlGreeting Run()
    {
        var greeting = MySqlGreeting.Read(_channel.Receive());
        const uint Needed = MySqlCapability.Protocol41 | MySqlCapability.SecureConnection | MySqlCapability.PluginLogin | MySqlCapability.PluginLoginLength;
        if ((greeting.Capabilities & Needed) != Needed)
        {
            throw _channel.Broken($"The server, {greeting.Version}, is too old: it does not have plug-ins to log in by, as MySQL 5.6 and MariaDB 10 do.");
        }

        uint capabilities = Needed | MySqlCapability.FoundRows | MySqlCapability.LongFlag | MySqlCapability.Transactions
            | (greeting.Capabilities & MySqlCapability.LocalFiles) | (_options.Database is null ? 0 : MySqlCapability.WithDatabase);
        uint extended = greeting.Extended & MySqlCapability.ExtendedBulk;
        capabilities |= greeting.Extended == 0 ? MySqlCapability.LongPassword : 0;
        if (_options.IsNetwork && _options.TlsMode != MySqlTlsMode.Disabled)
        {
            capabilities |= Encrypt(greeting, capabilities, extended);
        }

        // The server's default need not be the user's plug-in: it then says which is. What cannot be answered yet is answered as by the commonest.
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
                : throw new ConnectionLostException("The server does not encrypt, and the connection is to be encrypted: configure its certificate, or ask for ssl_mode=disabled.");
        }

        _channel.SendNext(Begin(capabilities | MySqlCapability.Tls, extended));
        _channel.Stream.Encrypt(_options.Server switch { DnsEndPoint dns => dns.Host, IPEndPoint ip => ip.Address.ToString(), _ => "localhost" }, _options.Tls);
        return MySqlCapability.Tls;
    }

    private MySqlRequest Begin(uint capabilities, uint extended) =>
        _request.Clear().Int32((int)capabilities).Int32(MySqlRequest.MaxPayloadBytes + 1).Byte(CharacterSet).Zeros(19).Int32((int)extended);

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
                    // It remembers the password: its OK follows.
                    break;
                case 1 when _plugin == MySqlLogin.CachingSha2 && packet.Length == 2 && packet[1] == 4:
                    SendPassword();
                    break;
                default:
                    throw _channel.Broken($"The server's packet of kind {packet[0]} does not fit a login by {_plugin}.");
            }
        }
    }

    private void Switch(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet);
        _plugin = Encoding.UTF8.GetString(reader.Until(0));
        _nonce = reader.Take(reader.Remaining).ToArray();
        byte[] answer = MySqlLogin.Answer(_plugin, _nonce, _options.Password(), IsSecret)
            ?? throw _channel.Broken(
                $"The server wants the user to log in by {_plugin}, and there are {MySqlLogin.Native}, {MySqlLogin.CachingSha2}, {MySqlLogin.Ed25519}, {MySqlLogin.Clear} and sockets here.");

        // An empty answer is a packet all the same.
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
                "The server does not remember the password (caching_sha2_password), and the connection is open: encrypt it by ssl_mode=required, "
                + "or let the server's key be asked for by public_key=ask.");
        }

        _channel.SendNext(_request.Clear().Byte(2));
        var answer = _channel.Receive();
        if (answer[0] != 1)
        {
            throw _channel.Broken("The server does not send its public key.");
        }

        _channel.SendNext(_request.Clear().Bytes(MySqlLogin.Encrypt(Encoding.ASCII.GetString(answer[1..]), _nonce.AsSpan(0, 20), _options.Password())));
    }
}
