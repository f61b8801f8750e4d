using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// The endpoint of CockroachDB after reading: <c>[USER@]HOST[:PORT][,HOST[:PORT]...][/DATABASE][?OPTION=VALUE&amp;...]</c>,
/// optionally after <c>postgresql://</c>. <see cref="CockroachDefinition"/> and <c>CockroachRecipe</c> read it before they
/// connect. Immutable. It contains no password.
/// </summary>
internal sealed class CockroachEndpoint : ServerEndpoint
{
    /// <summary>The vendor's default port.</summary>
    public const int DefaultPort = 26257;

    private static readonly AddressForm Form = new("cockroach", DefaultPort)
    {
        Schemes = ["postgresql", "postgres", "cockroachdb"],
        TakesSeveral = true,
        TakesNoHost = true,
        IsDatabase = CockroachOptions.IsName,
        DatabaseLetters = "up to 60 lower-case letters, digits and underscores",
    };

    private CockroachEndpoint(EndpointValues values)
        : base(values, Form)
    {
        if ((Address?.User is not null && values.Given.ContainsKey("user"))
            || (Address?.Database is not null && values.Given.ContainsKey("database")))
        {
            throw new ArgumentException(
                "--endpoint: user and database are given twice, around the hosts and as options; leave one of them out.");
        }

        if (values.Text("sslkey") is not null && values.Text("sslcert") is null)
        {
            throw new ArgumentException(
                "--endpoint: sslkey: there is no certificate that it is the key of; give sslcert=FILE too.");
        }

        if (values.Text("sslrootcert") is not null && values.Text("sslmode") is "prefer" or "require")
        {
            throw new ArgumentException("--endpoint: sslrootcert: only sslmode=verify-ca and verify-full check the server's "
                + "certificate; give one of them, or leave sslrootcert out.");
        }
    }

    /// <summary>Memory of each private node for cached data in MiB.</summary>
    public int CacheMb => Values.Mebibytes("cache")!.Value;

    /// <summary>Memory of each private node for statements, in MiB.</summary>
    public int SqlMb => Values.Mebibytes("max_sql_memory")!.Value;

    /// <summary>
    /// A given option that only a server with certificates supports. Null if there is none. A private server has no certificates
    /// and a single user.
    /// </summary>
    public string? WantsCertificates => Values.Given.Keys.FirstOrDefault(name =>
        name is "user" or "sslrootcert" or "sslcert" or "sslkey")
        ?? (Values.Text("sslmode") is "disable" or "prefer" ? null : "sslmode");

    /// <summary>The write method: <c>upsert</c>, <c>insert</c> or <c>copy</c>.</summary>
    public string Way => Values.Text("way")!;

    public int Rows => Values.Number("rows")!.Value;

    /// <summary>Buckets of the hashed key. Null for an ordered key.</summary>
    public int? Buckets => Values.Text("key") == "hash" ? Values.Number("buckets") : null;

    /// <summary>Requested replicas of each range. Null for the cluster's default.</summary>
    public int? Replicas => Values.Number("replicas");

    public string Database => Address?.Database ?? Values.Text("database")!;

    /// <summary>Database and table, joined by a dot.</summary>
    public string Table => $"{Database}.{Values.Text("table")}";

    public string TableName => Values.Text("table")!;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The endpoint is invalid, or a value is out of range. The message repeats no secret.
    /// </exception>
    public static CockroachEndpoint Parse(string? text)
    {
        var endpoint = new CockroachEndpoint(CockroachOptions.All.Read(text));
        return endpoint.Way == "copy" && endpoint.Values.Given.ContainsKey("rows")
            ? throw new ArgumentException("--endpoint: rows is for way=upsert and insert: COPY takes a batch whole.")
            : endpoint.Buckets is null && endpoint.Values.Given.ContainsKey("buckets")
                ? throw new ArgumentException("--endpoint: buckets is for key=hash.")
                : endpoint;
    }

    /// <summary>Options for connections to a node.</summary>
    /// <param name="address">The nodes and the user.</param>
    /// <param name="node">Index of the node.</param>
    /// <param name="password">The password, or null.</param>
    /// <param name="timeout">Timeout of a request.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public PgConnectionOptions Connection(ServerAddress address, int node, Secret? password, TimeSpan timeout) => new()
    {
        Host = address.Nodes[node] is DnsEndPoint name ? name.Host : ((IPEndPoint)address.Nodes[node]).Address.ToString(),
        Port = address.Nodes[node] is DnsEndPoint place ? place.Port : ((IPEndPoint)address.Nodes[node]).Port,
        User = address.User ?? Values.Text("user")!,
        Password = () => password?.Reveal(),
        Parameters = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["application_name"] = "dbingest",
            ["client_encoding"] = "UTF8"
        },
        Socket = new() { RequestTimeout = timeout },
        Tls = new PgTlsOptions
        {
            Mode = Enum.Parse<PgTlsMode>(Values.Text("sslmode")!.Replace("-", string.Empty, StringComparison.Ordinal),
                ignoreCase: true),
            Authorities = CertificateFiles.Authorities("sslrootcert", Values.Text("sslrootcert")),
            ClientCertificate = CertificateFiles.Client("sslcert", Values.Text("sslcert"), Values.Text("sslkey")),
        },
    };
}
