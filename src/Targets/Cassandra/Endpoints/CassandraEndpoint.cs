using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Endpoints;

/// <summary>
/// A parsed Cassandra endpoint: <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the options of
/// <see cref="CassandraOptions"/>. Without a host, the cluster runs on this machine or is started privately.
/// <c>CassandraDefinition</c> parses the user's text before anything connects, <c>CassandraRecipe</c> the address of each node
/// that it asks, and <c>CassandraDriverPath</c> that of the opened cluster. The first two connect by <see cref="Connection"/>.
/// Immutable. It contains no password.
/// </summary>
internal sealed class CassandraEndpoint : ServerEndpoint
{
    /// <summary>The vendor's default port.</summary>
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

    /// <summary>Heap of each private node in MiB.</summary>
    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => Values.Text("profile")!;

    /// <summary>The keyspace, which contains only the trials' table.</summary>
    public string Keyspace => Values.Text("keyspace")!;

    /// <summary>The user. Null for no login.</summary>
    public string? User => Values.Text("user");

    /// <summary>True if connections are encrypted.</summary>
    public bool Tls => Values.Flag("tls") || Authority is not null || CertificateName is not null || Certificate is not null;

    /// <summary>File with the trusted authorities' certificates. Null for those of this machine.</summary>
    public string? Authority => Values.Text("ca");

    /// <summary>The name in the nodes' certificates. Null if each contains its node's address.</summary>
    public string? CertificateName => Values.Text("tls_name");

    /// <summary>File with the client's certificate and its chain. Null for none.</summary>
    public string? Certificate => Values.Text("cert");

    /// <summary>File with the certificate's key. By default the certificate's file.</summary>
    public string? Key => Values.Text("key") ?? Certificate;

    /// <summary>Version of the native protocol. Null for the server's newest.</summary>
    public int? Protocol => Values.Number("protocol");

    /// <summary>True if requests and answers are compressed with LZ4.</summary>
    public bool IsCompressed => Values.Text("compression") == "lz4";

    /// <summary>
    /// Compression of the table's files: <c>default</c> (the server's), <c>none</c>, <c>lz4</c>, <c>deflate</c> or <c>zstd</c>.
    /// </summary>
    public string TableCompression => Values.Text("table_compression")!;

    /// <summary>True to send one row per request instead of batches.</summary>
    public bool IsSingle => Values.Text("shape") == "single";

    /// <summary>Rows per batch statement.</summary>
    public int Rows => Values.Number("rows")!.Value;

    /// <summary>
    /// Largest number of unacknowledged requests of a writer, or of a set of shared connections, over all nodes together.
    /// </summary>
    public int Window => Values.Number("window")!.Value;

    /// <summary>Connections to each node that all sources of a process share. Null for one per source.</summary>
    public int? Connections => Values.Number("connections");

    /// <summary>Rows per partition.</summary>
    public int Bucket => Values.Number("bucket")!.Value;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">The text is invalid, or a value is out of range.</exception>
    public static CassandraEndpoint Parse(string? text) => new(CassandraOptions.All.Read(text));

    /// <summary>Derives how each connection is made.</summary>
    /// <param name="options">The user's timeouts and password.</param>
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
