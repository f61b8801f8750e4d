using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// The endpoint of MySQL or MariaDB: <c>[USER@]HOST[:PORT][/DATABASE][?OPTION=VALUE&amp;...]</c>, <c>mysql://</c> or
/// <c>mariadb://</c> before it or not, or the path of a Unix socket and options.
/// </summary>
internal sealed class MySqlEndpoint : ServerEndpoint
{
    /// <summary>The vendors' port.</summary>
    public const int DefaultPort = 3306;

    private MySqlEndpoint(EndpointOptions options, string? text)
        : base(options.Read(text), new(options == MySqlOptions.OfMariaDb ? "mariadb" : "mysql", DefaultPort)
        {
            Schemes = ["mysql", "mariadb"],
            TakesSocket = true,
            IsDatabase = MySqlOptions.IsName,
            DatabaseLetters = "up to 64 letters, digits and underscores",
        })
    {
        if ((Address?.User is not null && Values.Given.ContainsKey("user"))
            || (Address?.Database is not null && Values.Given.ContainsKey("database")))
        {
            throw new ArgumentException(
                "--endpoint: user and database are given twice, around the host and as options; leave one of them out.");
        }

        if (Rows is not null && Way == "load")
        {
            throw new ArgumentException("--endpoint: rows is for way=insert, prepared and bulk: LOAD DATA takes a batch whole.");
        }
    }

    public string User => Address?.User ?? Values.Text("user")!;

    public string Database => Address?.Database ?? Values.Text("database")!;

    public string Table => Values.Text("table")!;

    /// <summary><c>load</c>, <c>insert</c>, <c>prepared</c> or <c>bulk</c>.</summary>
    public string Way => Values.Text("way")!;

    /// <summary>Records a statement; null for as many as the server takes.</summary>
    public int? Rows => Values.Number("rows");

    public bool HasKey => Values.Text("index") == "key";

    /// <summary>The buffer pool of a private server, in MiB; null for the server's default.</summary>
    public int? BufferPoolMb => Values.Mebibytes("buffer_pool");

    /// <summary>Reads an endpoint.</summary>
    /// <param name="options">The options that there are.</param>
    /// <param name="text">The text; null for the default.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static MySqlEndpoint Parse(EndpointOptions options, string? text) => new(options, text);

    /// <summary>How the driver writes: <c>prepared</c>, which is its faster way, or <c>load</c>, its bulk copy.</summary>
    public string DriverWay => Values.Given.ContainsKey("way") ? Way : "prepared";

    /// <summary>Records a prepared statement of the driver at most: with more it takes longer a record.</summary>
    public int DriverRows => Rows ?? 1000;

    /// <summary>Whether the driver is called asynchronously.</summary>
    public bool DriverIsAsync => Values.Text("calls") == "async";

    /// <summary>Refuses options that a client does not have.</summary>
    /// <param name="client">The client's name.</param>
    /// <exception cref="ArgumentException">One is given; the message names it.</exception>
    public void CheckFor(string client)
    {
        if (client != WriteClient.Driver)
        {
            if (Values.Given.ContainsKey("calls"))
            {
                throw new ArgumentException(
                    "--endpoint: calls is for --client driver: our own client writes on the source's thread. Leave it out.");
            }

            return;
        }

        if (DriverWay is not ("load" or "prepared"))
        {
            throw new ArgumentException(
                $"--endpoint: way={Way} is for --client wire: --client driver has way=prepared, and way=load, which is its "
                + $"MySqlBulkCopy. Leave it out or take one of them.");
        }

        if (Rows is not null && DriverWay == "load")
        {
            throw new ArgumentException(
                "--endpoint: rows is for way=prepared: with way=load --client driver writes each batch by one MySqlBulkCopy. "
                + "Leave one of the two out.");
        }
    }

    /// <summary>How sessions with a server are opened.</summary>
    /// <param name="address">The server.</param>
    /// <param name="options">The user's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public MySqlConnectionOptions Connection(ServerAddress address, TargetOptions options)
    {
        string mode = Values.Text("ssl_mode")!;
        bool isChecked = mode.StartsWith("verify", StringComparison.Ordinal);
        return new()
        {
            Server = address.Server,
            User = User,
            Password = () => options.Password?.Reveal() ?? string.Empty,
            ConnectTimeout = options.ConnectTimeout,
            RequestTimeout = options.RequestTimeout,
            TakesPublicKey = Values.Text("public_key") == "ask",
            TlsMode = mode switch
            {
                "disabled" => MySqlTlsMode.Disabled,
                "preferred" => MySqlTlsMode.Preferred,
                _ => MySqlTlsMode.Required
            },
            Tls = new TlsOptions
            {
                AcceptsAnyCertificate = !isChecked,
                ChecksName = mode == "verify_identity",
                Authorities = CertificateFiles.Authorities("ssl_ca", Values.Text("ssl_ca")),
                ClientCertificate = CertificateFiles.Client("ssl_cert", Values.Text("ssl_cert"), Values.Text("ssl_key")),
            },
        };
    }
}
