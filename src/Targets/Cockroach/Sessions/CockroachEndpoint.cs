using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>The nodes and how they are written to: <c>[USER@]HOST[:PORT][,HOST[:PORT]...][/DATABASE][?OPTION=VALUE&amp;...]</c>, <c>postgresql://</c> before it or not.</summary>
internal sealed record CockroachEndpoint
{
    private const int DefaultPort = 26257;
    private static readonly string[] Schemes = ["postgresql://", "postgres://", "cockroachdb://"];

    private readonly EndpointValues _values;
    private readonly string? _user;
    private readonly string? _database;

    private CockroachEndpoint(EndpointValues values)
    {
        _values = values;
        Place = values.Place.Trim();
        string rest = Schemes.FirstOrDefault(s => Place.StartsWith(s, StringComparison.OrdinalIgnoreCase)) is { } scheme ? Place[scheme.Length..] : Place;
        int at = rest.LastIndexOf('@');
        if (at >= 0)
        {
            _user = Uri.UnescapeDataString(rest[..at]);
            rest = rest[(at + 1)..];
            if (_user.Contains(':', StringComparison.Ordinal))
            {
                throw new ArgumentException("--endpoint: a password does not belong here: put it into DBINGEST_COCKROACH_PASSWORD, or a file named by --password-file.");
            }
        }

        if (rest.IndexOf('/', StringComparison.Ordinal) is >= 0 and var slash)
        {
            _database = CockroachOptions.IsName(rest[(slash + 1)..])
                ? rest[(slash + 1)..]
                : throw new ArgumentException($"--endpoint: '{rest[(slash + 1)..]}' is no name of a database: up to 60 lower-case letters, digits and underscores.");
            rest = rest[..slash];
        }

        if ((_user is not null && values.Given.ContainsKey("user")) || (_database is not null && values.Given.ContainsKey("database")))
        {
            throw new ArgumentException("--endpoint: user and database are given twice, around the hosts and as options; leave one of them out.");
        }

        Nodes = rest.Length == 0 ? [("localhost", DefaultPort)] : [.. rest.Split(',').Select(Node)];
        if (IsNamed && WantsOwn)
        {
            throw new ArgumentException("--endpoint: home, cache and max_sql_memory are for nodes that are started for the run; leave the hosts out.");
        }
    }

    /// <summary>The nodes that are written to: this machine's usual one, where none was named.</summary>
    public IReadOnlyList<(string Host, int Port)> Nodes { get; private init; }

    /// <summary>Whether the user named a place, if only a user or a database.</summary>
    public bool IsNamed => Place.Length > 0;

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => _values.WantsPrivateServer;

    /// <summary>Where a private server comes from; null for the usual places.</summary>
    public string? Home => _values.Text("home");

    /// <summary>Memory of each private node for blocks of data, in MiB.</summary>
    public int CacheMb => _values.Mebibytes("cache")!.Value;

    /// <summary>Memory of each private node for statements, in MiB.</summary>
    public int SqlMb => _values.Mebibytes("max_sql_memory")!.Value;

    /// <summary>An option that only a server with certificates can keep; null for none. Private servers have none, and one user.</summary>
    public string? WantsCertificates => _values.Given.Keys.FirstOrDefault(name => name is "user" or "sslrootcert" or "sslcert" or "sslkey") ?? (_values.Text("sslmode") is "disable" or "prefer" ? null : "sslmode");

    /// <summary><c>upsert</c>, <c>insert</c> or <c>copy</c>.</summary>
    public string Way => _values.Text("way")!;

    public int Rows => _values.Number("rows")!.Value;

    /// <summary>Buckets of the key's hash; null for a key in order.</summary>
    public int? Buckets => _values.Text("key") == "hash" ? _values.Number("buckets") : null;

    /// <summary>Replicas asked for; null for the cluster's default.</summary>
    public int? Replicas => _values.Number("replicas");

    public string Database => _database ?? _values.Text("database")!;

    /// <summary>Database and table.</summary>
    public string Table => $"{Database}.{_values.Text("table")}";

    public string TableName => _values.Text("table")!;

    /// <summary>The nodes as people write them.</summary>
    public string Show => string.Join(',', Nodes.Select(n => string.Create(CultureInfo.InvariantCulture, $"{n.Host}:{n.Port}")));

    /// <summary>The text that is read back as the same; without the password.</summary>
    public string Text => _values.At(Place, withPrivateServer: false);

    private string Place { get; init; }

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static CockroachEndpoint Parse(string? text)
    {
        var endpoint = new CockroachEndpoint(CockroachOptions.All.Read(text));
        return endpoint.Way == "copy" && endpoint._values.Given.ContainsKey("rows")
            ? throw new ArgumentException("--endpoint: rows is for way=upsert and insert: COPY takes a batch whole.")
            : endpoint.Buckets is null && endpoint._values.Given.ContainsKey("buckets")
                ? throw new ArgumentException("--endpoint: buckets is for key=hash.")
                : endpoint;
    }

    /// <summary>The same options at other nodes.</summary>
    /// <param name="nodes">Where they are.</param>
    public CockroachEndpoint At(IReadOnlyList<(string Host, int Port)> nodes)
    {
        var at = this with { Nodes = nodes };
        return at with { Place = at.Show };
    }

    /// <summary>How connections to a node are opened.</summary>
    /// <param name="node">Which.</param>
    /// <param name="password">The password, or null.</param>
    /// <param name="timeout">How long a request may take.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public PgConnectionOptions Connection(int node, Secret? password, TimeSpan timeout) => new()
    {
        Host = Nodes[node].Host,
        Port = Nodes[node].Port,
        User = _user is { Length: > 0 } ? _user : _values.Text("user")!,
        Password = () => password?.Reveal(),
        Parameters = new Dictionary<string, string>(StringComparer.Ordinal) { ["application_name"] = "dbingest", ["client_encoding"] = "UTF8" },
        RequestTimeout = timeout,
        Tls = new PgTlsOptions
        {
            Mode = Enum.Parse<PgTlsMode>(_values.Text("sslmode")!.Replace("-", string.Empty, StringComparison.Ordinal), ignoreCase: true),
            Authorities = CertificateFiles.Authorities("sslrootcert", _values.Text("sslrootcert")),
            ClientCertificate = CertificateFiles.Client("sslcert", _values.Text("sslcert"), _values.Text("sslkey")),
        },
    };

    private static (string Host, int Port) Node(string text)
    {
        int colon = text.LastIndexOf(':');
        string host = (colon < 0 ? text : text[..colon]).Trim().Trim('[', ']');
        int port = DefaultPort;
        return host.Length > 0 && !host.Any(char.IsWhiteSpace)
            && (colon < 0 || (int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) && port is > 0 and < 65536))
            ? (host, port)
            : throw new ArgumentException($"--endpoint: '{text}' is no HOST[:PORT] and no [ADDRESS]:PORT.");
    }
}
