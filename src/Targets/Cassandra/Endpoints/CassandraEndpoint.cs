using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Endpoints;

/// <summary>
/// Where the cluster is and how it is written to: <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the options of
/// <see cref="CassandraOptions"/>. Without a host, the cluster is on this machine, or a private server.
/// </summary>
internal sealed class CassandraEndpoint : ServerEndpoint
{
    /// <summary>The vendor's port.</summary>
    public const int DefaultPort = 9042;

    private static readonly AddressForm Form = new("cassandra", DefaultPort) { TakesSeveral = true, HasUserApart = true };

    private CassandraEndpoint(EndpointValues values)
        : base(values, Form)
    {
        if (values.Text("key") is not null && Certificate is null)
        {
            throw new ArgumentException("--endpoint: key: there is no certificate that it is the key of; give cert=FILE too.");
        }
    }

    /// <summary>Copies of each record.</summary>
    public int Replication => Values.Number("rf")!.Value;

    /// <summary>The heap of each private node, in MiB.</summary>
    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => Values.Text("profile")!;

    /// <summary>The keyspace, which holds nothing but the table of trials.</summary>
    public string Keyspace => Values.Text("keyspace")!;

    /// <summary>The user's name, where the server asks for one.</summary>
    public string? User => Values.Text("user");

    /// <summary>Whether connections are encrypted.</summary>
    public bool Tls => Values.Flag("tls") || Authority is not null || CertificateName is not null || Certificate is not null;

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority => Values.Text("ca");

    /// <summary>
    /// The name that the nodes' certificates carry; null when each carries the address that its node is reached at.
    /// </summary>
    public string? CertificateName => Values.Text("tls_name");

    /// <summary>A file with the client's own certificate, and its chain; null for none.</summary>
    public string? Certificate => Values.Text("cert");

    /// <summary>The file of the certificate's key: the certificate's own unless another is named.</summary>
    public string? Key => Values.Text("key") ?? Certificate;

    /// <summary>The version of the native protocol; null for the server's newest.</summary>
    public int? Protocol => Values.Number("protocol");

    /// <summary>Whether requests and answers are compressed (LZ4).</summary>
    public bool IsCompressed => Values.Text("compression") == "lz4";

    /// <summary>
    /// The compression of the table's files: <c>default</c> (the server's), <c>none</c>, <c>lz4</c>, <c>deflate</c> or
    /// <c>zstd</c>.
    /// </summary>
    public string TableCompression => Values.Text("table_compression")!;

    /// <summary>Whether rows travel one a request instead of in batches.</summary>
    public bool IsSingle => Values.Text("shape") == "single";

    /// <summary>Rows a batch statement.</summary>
    public int Rows => Values.Number("rows")!.Value;

    /// <summary>Requests of a connection's writers that may be unacknowledged at once.</summary>
    public int Window => Values.Number("window")!.Value;

    /// <summary>Connections to each node that all sources of a process share; null for one a source.</summary>
    public int? Connections => Values.Number("connections");

    /// <summary>Rows a partition.</summary>
    public int Bucket => Values.Number("bucket")!.Value;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static CassandraEndpoint Parse(string? text) => new(CassandraOptions.All.Read(text));

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
}
