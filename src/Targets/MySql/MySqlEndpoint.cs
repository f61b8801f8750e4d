using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A parsed endpoint of MySQL or MariaDB: <c>[USER@]HOST[:PORT][/DATABASE][?OPTION=VALUE&amp;...]</c>, optionally after
/// <c>mysql://</c> or <c>mariadb://</c>, or the path of a Unix socket with options. <see cref="MySqlFamilyDefinition"/> and
/// <c>MySqlDriverPath</c> read it when a target is opened, and <see cref="MariaDbRecipe"/> reads that of each deployed node which
/// it asks. Immutable. It contains no password.
/// </summary>
internal sealed class MySqlEndpoint : ServerEndpoint
{
    /// <summary>The vendors' default port.</summary>
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

        if (Values.Text("ssl_key") is not null && Values.Text("ssl_cert") is null)
        {
            throw new ArgumentException(
                "--endpoint: ssl_key: there is no certificate that it is the key of; give ssl_cert=FILE too.");
        }

        if (Values.Text("ssl_ca") is not null && Values.Text("ssl_mode") is "preferred" or "required")
        {
            throw new ArgumentException("--endpoint: ssl_ca: only ssl_mode=verify_ca and verify_identity check the server's "
                + "certificate; give one of them, or leave ssl_ca out.");
        }
    }

    public string User => Address?.User ?? Values.Text("user")!;

    public string Database => Address?.Database ?? Values.Text("database")!;

    public string Table => Values.Text("table")!;

    /// <summary>The write method of the wire client: <c>load</c>, <c>insert</c>, <c>prepared</c> or <c>bulk</c>.</summary>
    public string Way => Values.Text("way")!;

    /// <summary>Records per statement. Null for as many as the server accepts.</summary>
    public int? Rows => Values.Number("rows");

    public bool HasKey => Values.Text("index") == "key";

    /// <summary>Buffer pool of a private server in MiB. Null for the server's default.</summary>
    public int? BufferPoolMb => Values.Mebibytes("buffer_pool");

    /// <summary>Reads an endpoint.</summary>
    /// <param name="options">The declared options.</param>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The endpoint is invalid, or a value is out of range. The message repeats no secret.
    /// </exception>
    public static MySqlEndpoint Parse(EndpointOptions options, string? text) => new(options, text);

    /// <summary>The write method of the driver: <c>prepared</c>, which is faster, or <c>load</c>, its bulk copy.</summary>
    public string DriverWay => Values.Given.ContainsKey("way") ? Way : "prepared";

    /// <summary>Most records per prepared statement of the driver. Larger statements cost it more time per record.</summary>
    public int DriverRows => Rows ?? 1000;

    /// <summary>True if the driver is called asynchronously.</summary>
    public bool DriverIsAsync => Values.Text("calls") == "async";

    /// <summary>Refuses options that a client does not support.</summary>
    /// <param name="client">Name of the client.</param>
    /// <exception cref="ArgumentException">An option does not apply to the client. The message names it.</exception>
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

    /// <summary>Derives how each session is opened, also for the vendor's driver.</summary>
    /// <param name="address">The address.</param>
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
