using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// The endpoint of VoltDB after reading: the address, and the options of <see cref="VoltOptions"/>. <see cref="VoltDefinition"/>
/// reads it when a target is opened. Without an address, the server runs on this machine or is started privately. Immutable. It
/// contains no password.
/// </summary>
internal sealed class VoltEndpoint : ServerEndpoint
{
    /// <summary>The vendor's default port for clients.</summary>
    public const int DefaultPort = 21212;

    /// <summary>
    /// Rows per call: enough that a call consists of rows mostly, and few enough that the next call is encoded while the server
    /// works.
    /// </summary>
    private const int DefaultRows = 1000;

    private const int DefaultLoads = 2;
    private const int DefaultInserts = 1000;
    private const int MostSites = 8;

    private static readonly AddressForm Form = new(VoltDefinition.Database, DefaultPort) { TakesSeveral = true };

    private VoltEndpoint(EndpointValues values)
        : base(values, Form)
    {
        if (!IsLoad && Values.Number("rows") is not null)
        {
            throw new ArgumentException("--endpoint: rows needs way=load: with way=insert each call writes one record.");
        }

        if (Values.Text("ca") is not null && Values.Text("ssl") != "verify")
        {
            throw new ArgumentException("--endpoint: ca is for ssl=verify, where the server's certificate is checked.");
        }
    }

    /// <summary>True to send records as tables, false to send one call per record.</summary>
    public bool IsLoad => Values.Text("way") == "load";

    /// <summary>Records per call.</summary>
    public int Rows => IsLoad ? Values.Number("rows") ?? DefaultRows : 1;

    /// <summary>Largest number of unanswered calls per writer.</summary>
    public int Calls => Values.Number("calls") ?? (IsLoad ? DefaultLoads : DefaultInserts);

    /// <summary>True if the table gets a primary key even without a mix.</summary>
    public bool HasKey => Values.Text("index") == "key";

    public string Table => Values.Text("table")!;

    /// <summary>Java's heap of a private server, in MiB.</summary>
    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>Partitions of a private server. By default one per processor, at most 8.</summary>
    public int Sites => Values.Number("sites") ?? Math.Min(MostSites, Environment.ProcessorCount);

    /// <summary>Seconds between the snapshots of a private server, for the durability level <c>snapshot</c>.</summary>
    public int SnapshotS => Values.Number("snapshot")!.Value;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">The endpoint is invalid, or a value is out of range.</exception>
    public static VoltEndpoint Parse(string? text) => new(VoltOptions.All.Read(text));

    /// <summary>Options for connections to a server.</summary>
    /// <param name="address">The address.</param>
    /// <param name="options">The user's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public VoltConnectionOptions Connection(ServerAddress address, TargetOptions options) => new()
    {
        Server = address.Server,
        User = address.User ?? string.Empty,
        Password = () => options.Password?.Reveal() ?? string.Empty,
        Tls = Values.Text("ssl") == "off"
            ? null
            : new TlsOptions
            {
                Authorities = CertificateFiles.Authorities("ca", Values.Text("ca")),
                AcceptsAnyCertificate = Values.Text("ssl") == "any"
            },
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
    };
}
