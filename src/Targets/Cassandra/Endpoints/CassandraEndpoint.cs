using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Endpoints;

/// <summary>
/// Where the cluster is and how it is written to: <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the options of
/// <see cref="CassandraOptions"/>. Without a host, the cluster is on this machine, or a private server.
/// </summary>
internal sealed record CassandraEndpoint
{
    public const int DefaultPort = 9042;

    private readonly EndpointValues _values;

    private CassandraEndpoint(EndpointValues values) => _values = values;

    /// <summary>The nodes to ask first; empty when none was named.</summary>
    public IReadOnlyList<EndPoint> Hosts { get; init; } = [];

    /// <summary>Copies of each record.</summary>
    public int Replication => _values.Number("rf")!.Value;

    /// <summary>Where a private server comes from; null for the environment's.</summary>
    public string? Home => _values.Text("home");

    /// <summary>The heap of each private node, in MiB.</summary>
    public int HeapMb => _values.Mebibytes("heap")!.Value;

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => _values.Text("profile")!;

    /// <summary>The keyspace; ours alone.</summary>
    public string Keyspace => _values.Text("keyspace")!;

    /// <summary>The user's name, where the server asks for one.</summary>
    public string? User => _values.Text("user");

    /// <summary>Whether connections are encrypted.</summary>
    public bool Tls => _values.Flag("tls") || Authority is not null || CertificateName is not null || Certificate is not null;

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority => _values.Text("ca");

    /// <summary>
    /// The name that the nodes' certificates carry; null when each carries the address that its node is reached at.
    /// </summary>
    public string? CertificateName => _values.Text("tls_name");

    /// <summary>A file with the client's own certificate, and its chain; null for none.</summary>
    public string? Certificate => _values.Text("cert");

    /// <summary>The file of the certificate's key: the certificate's own unless another is named.</summary>
    public string? Key => _values.Text("key") ?? Certificate;

    /// <summary>The version of the native protocol; null for the server's newest.</summary>
    public int? Protocol => _values.Number("protocol");

    /// <summary>Whether requests and answers are compressed (LZ4).</summary>
    public bool IsCompressed => _values.Text("compression") == "lz4";

    /// <summary>
    /// The compression of the table's files: <c>default</c> (the server's), <c>none</c>, <c>lz4</c>, <c>deflate</c> or
    /// <c>zstd</c>.
    /// </summary>
    public string TableCompression => _values.Text("table_compression")!;

    /// <summary>Whether rows travel one a request instead of in batches.</summary>
    public bool IsSingle => _values.Text("shape") == "single";

    /// <summary>Rows a batch statement.</summary>
    public int Rows => _values.Number("rows")!.Value;

    /// <summary>Requests of a connection's writers that may be unacknowledged at once.</summary>
    public int Window => _values.Number("window")!.Value;

    /// <summary>Connections to each node that all sources of a process share; null for one a source.</summary>
    public int? Connections => _values.Number("connections");

    /// <summary>Rows a partition.</summary>
    public int Bucket => _values.Number("bucket")!.Value;

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => _values.WantsPrivateServer;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static CassandraEndpoint Parse(string? text)
    {
        var values = CassandraOptions.All.Read(text);
        var endpoint = new CassandraEndpoint(values)
        {
            Hosts = [.. values.Place.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Select(ParseHost)],
        };
        if (values.Text("key") is not null && endpoint.Certificate is null)
        {
            throw new ArgumentException("--endpoint: key: there is no certificate that it is the key of; give cert=FILE too.");
        }

        return endpoint.WantsOwn && endpoint.Hosts.Count > 0
            ? throw new ArgumentException("--endpoint: home, heap and profile are for a private server; leave the hosts out.")
            : endpoint;
    }

    /// <summary>The same options at other hosts: what another process is given.</summary>
    /// <param name="hosts">The hosts.</param>
    /// <returns>An endpoint that <see cref="Parse"/> reads.</returns>
    public string At(IEnumerable<EndPoint> hosts) => _values.At(Show(hosts), withPrivateServer: false);

    /// <summary>How connections to a node are opened.</summary>
    /// <param name="options">What holds for every target.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public CqlConnectionOptions Connection(TargetOptions options) => new()
    {
        Version = Protocol,
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        IsCompressed = IsCompressed,
        MaxInFlight = Math.Max(16, Window),
        Credentials = User is { } user
            ? new CqlCredentials(user, () => options.Password?.Reveal() ?? string.Empty)
            : null,
        Tls = Tls
            ? new TlsOptions
            {
                TrustsMachineToo = true,
                Authorities = CertificateFiles.Authorities("ca", Authority),
                ServerName = CertificateName,
                ClientCertificate = CertificateFiles.Client("cert", Certificate, Key)
            }
            : null,
    };

    /// <summary>Hosts as text.</summary>
    public static string Show(IEnumerable<EndPoint> hosts) =>
        string.Join(',', hosts
            .Select(h => h is DnsEndPoint dns ? string.Create(CultureInfo.InvariantCulture, $"{dns.Host}:{dns.Port}")
            : h.ToString()));

    private static EndPoint ParseHost(string text)
    {
        int colon = text.LastIndexOf(':');
        if (colon > 0 && colon == text.IndexOf(':', StringComparison.Ordinal)
            && !(int.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out int given)
                && given is >= 1 and <= 65535))
        {
            throw new ArgumentException(
                $"--endpoint: the port of '{text[..colon]}' is '{text[(colon + 1)..]}'; it is a number from 1 to 65535.");
        }

        if (!Uri.TryCreate($"cql://{text}", UriKind.Absolute, out var uri) || uri.Host.Length == 0 || uri.PathAndQuery != "/"
            || uri.UserInfo.Length > 0)
        {
            throw new ArgumentException($"--endpoint: '{text}' is not HOST or HOST:PORT.");
        }

        int port = uri.IsDefaultPort || uri.Port < 0 ? DefaultPort : uri.Port;
        return IPAddress.TryParse(uri.DnsSafeHost, out var address) ? new IPEndPoint(address, port)
            : new DnsEndPoint(uri.DnsSafeHost, port);
    }
}
