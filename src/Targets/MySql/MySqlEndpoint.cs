using System.Globalization;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Where the server is and how it is written to: <c>[USER@]HOST[:PORT][/DATABASE][?OPTION=VALUE&amp;...]</c>, <c>mysql://</c> or <c>mariadb://</c> before it or not, or the path of
/// a Unix socket and options. Without a place, the server is on this machine, or a private one.
/// </summary>
internal sealed record MySqlEndpoint
{
    private const int DefaultPort = 3306;

    private readonly EndpointValues _values;
    private readonly string? _user;
    private readonly string? _database;

    private MySqlEndpoint(EndpointValues values)
    {
        _values = values;
        string place = values.Place.Trim();
        foreach (string scheme in (string[])["mysql://", "mariadb://"])
        {
            place = place.StartsWith(scheme, StringComparison.OrdinalIgnoreCase) ? place[scheme.Length..] : place;
        }

        if (place.StartsWith('/'))
        {
            Server = new UnixDomainSocketEndPoint(place);
            return;
        }

        int at = place.LastIndexOf('@');
        if (at >= 0)
        {
            _user = Uri.UnescapeDataString(place[..at]);
            if (_user.Contains(':', StringComparison.Ordinal))
            {
                throw new ArgumentException("--endpoint: a password does not belong here: put it into the environment variable of --db, DBINGEST_MYSQL_PASSWORD for instance, or a file named by --password-file.");
            }

            place = place[(at + 1)..];
        }

        if (place.IndexOf('/', StringComparison.Ordinal) is >= 0 and var slash)
        {
            _database = Name(place[(slash + 1)..]);
            place = place[..slash];
        }

        Server = place.Length > 0 ? Host(place) : null;
        if ((_user is not null && values.Given.ContainsKey("user")) || (_database is not null && values.Given.ContainsKey("database")))
        {
            throw new ArgumentException("--endpoint: user and database are given twice, around the host and as options; leave one of them out.");
        }

        if (Server is not null && values.WantsPrivateServer)
        {
            throw new ArgumentException("--endpoint: home and buffer_pool are for a private server; leave the host out.");
        }
    }

    /// <summary>The server; null when none was named.</summary>
    public EndPoint? Server { get; }

    public string User => _user is { Length: > 0 } ? _user : _values.Text("user")!;

    public string Database => _database ?? _values.Text("database")!;

    public string Table => _values.Text("table")!;

    /// <summary><c>load</c>, <c>insert</c>, <c>prepared</c> or <c>bulk</c>.</summary>
    public string Way => _values.Text("way")!;

    /// <summary>Records a statement; null for as many as the server takes.</summary>
    public int? Rows => _values.Number("rows");

    public bool HasKey => _values.Text("index") == "key";

    /// <summary>Where a private server comes from; null for the installed one.</summary>
    public string? Home => _values.Text("home");

    /// <summary>The buffer pool of a private server, in MiB; null for the server's default.</summary>
    public int? BufferPoolMb => _values.Mebibytes("buffer_pool");

    /// <summary>Reads an endpoint.</summary>
    /// <param name="options">The options that there are.</param>
    /// <param name="text">The text; null for the default.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static MySqlEndpoint Parse(EndpointOptions options, string? text)
    {
        var endpoint = new MySqlEndpoint(options.Read(text));
        if (endpoint.Rows is not null && endpoint.Way == "load")
        {
            throw new ArgumentException("--endpoint: rows is for way=insert, prepared and bulk: LOAD DATA takes a batch whole.");
        }

        return endpoint;
    }

    /// <summary>How the driver writes: <c>prepared</c>, which is its faster way, or <c>load</c>, its bulk copy.</summary>
    public string DriverWay => _values.Given.ContainsKey("way") ? Way : "prepared";

    /// <summary>Records a prepared statement of the driver at most: with more it takes longer a record.</summary>
    public int DriverRows => Rows ?? 1000;

    /// <summary>Whether the driver is called asynchronously.</summary>
    public bool DriverIsAsync => _values.Text("calls") == "async";

    /// <summary>Refuses options that a client does not have.</summary>
    /// <param name="client">The client's name.</param>
    /// <exception cref="ArgumentException">One is given; the message names it.</exception>
    public void CheckFor(string client)
    {
        if (client != WriteClient.Driver)
        {
            if (_values.Given.ContainsKey("calls"))
            {
                throw new ArgumentException("--endpoint: calls is for --client driver: our own client writes on the source's thread. Leave it out.");
            }

            return;
        }

        if (DriverWay is not ("load" or "prepared"))
        {
            throw new ArgumentException(
                $"--endpoint: way={Way} is for --client wire: --client driver has way=prepared, and way=load, which is its MySqlBulkCopy. Leave it out or take one of them.");
        }

        if (Rows is not null && DriverWay == "load")
        {
            throw new ArgumentException(
                "--endpoint: rows is for way=prepared: with way=load --client driver writes each batch by one MySqlBulkCopy. Leave one of the two out.");
        }
    }

    /// <summary>The same options at a server: what another process is given. The password is handed over apart.</summary>
    /// <param name="server">The server.</param>
    /// <returns>An endpoint that <see cref="Parse"/> reads.</returns>
    public string At(EndPoint server)
    {
        if (server is UnixDomainSocketEndPoint socket)
        {
            return _values.At(socket.ToString(), withPrivateServer: false);
        }

        string user = _user is null ? string.Empty : Uri.EscapeDataString(_user) + "@";
        return _values.At($"{user}{Show(server)}{(_database is null ? string.Empty : "/" + _database)}", withPrivateServer: false);
    }

    /// <summary>How sessions with the server are opened.</summary>
    /// <param name="server">The server.</param>
    /// <param name="password">The password.</param>
    /// <param name="connectTimeout">How long connecting may take.</param>
    /// <param name="requestTimeout">How long a request may take.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public MySqlConnectionOptions Connection(EndPoint server, Func<string> password, TimeSpan connectTimeout, TimeSpan requestTimeout)
    {
        string mode = _values.Text("ssl_mode")!;
        bool isChecked = mode.StartsWith("verify", StringComparison.Ordinal);
        return new()
        {
            Server = server,
            User = User,
            Password = password,
            ConnectTimeout = connectTimeout,
            RequestTimeout = requestTimeout,
            TakesPublicKey = _values.Text("public_key") == "ask",
            TlsMode = mode switch { "disabled" => MySqlTlsMode.Disabled, "preferred" => MySqlTlsMode.Preferred, _ => MySqlTlsMode.Required },
            Tls = new TlsOptions
            {
                AcceptsAnyCertificate = !isChecked,
                ChecksName = mode == "verify_identity",
                Authorities = CertificateFiles.Authorities("ssl_ca", _values.Text("ssl_ca")),
                ClientCertificate = CertificateFiles.Client("ssl_cert", _values.Text("ssl_cert"), _values.Text("ssl_key")),
            },
        };
    }

    /// <summary>A server as people write it.</summary>
    public static string Show(EndPoint server) => server is DnsEndPoint dns ? string.Create(CultureInfo.InvariantCulture, $"{dns.Host}:{dns.Port}") : server.ToString()!;

    private static EndPoint Host(string text)
    {
        if (IPEndPoint.TryParse(text, out var address) && (text.StartsWith('[') || text.Count(c => c == ':') <= 1))
        {
            return address.Port == 0 ? new IPEndPoint(address.Address, DefaultPort) : address;
        }

        int colon = text.LastIndexOf(':');
        string host = colon < 0 ? text : text[..colon];
        int port = DefaultPort;
        return host.Length > 0 && !host.Contains(':', StringComparison.Ordinal) && !host.Any(char.IsWhiteSpace)
            && (colon < 0 || (int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) && port is > 0 and < 65536))
            ? new DnsEndPoint(host, port)
            : throw new ArgumentException($"--endpoint: '{text}' is no HOST[:PORT], no [ADDRESS]:PORT, and no /PATH of a Unix socket.");
    }

    private static string Name(string text) => text.Length is > 0 and <= 64 && text.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        ? text
        : throw new ArgumentException($"--endpoint: '{text}' is no name of a database: up to 64 letters, digits and underscores.");
}
