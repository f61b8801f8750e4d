using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Where the server is and how it is written to, with the options of <see cref="VoltOptions"/>. Without a place, the server is on
/// this machine, or a private one.
/// </summary>
internal sealed class VoltEndpoint : ServerEndpoint
{
    /// <summary>The port of clients.</summary>
    public const int DefaultPort = 21212;

    /// <summary>Enough that a call is made of rows; few enough that another one is made while the server is at work.</summary>
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
            throw new ArgumentException("--endpoint: rows is for way=load: with way=insert a record is a call.");
        }

        if (Values.Text("ca") is not null && Values.Text("ssl") != "verify")
        {
            throw new ArgumentException("--endpoint: ca is for ssl=verify, where the server's certificate is checked.");
        }
    }

    public bool IsLoad => Values.Text("way") == "load";

    /// <summary>Records a call.</summary>
    public int Rows => IsLoad ? Values.Number("rows") ?? DefaultRows : 1;

    /// <summary>Calls that are unanswered at once.</summary>
    public int Calls => Values.Number("calls") ?? (IsLoad ? DefaultLoads : DefaultInserts);

    public bool HasKey => Values.Text("index") == "key";

    public string Table => Values.Text("table")!;

    public int HeapMb => Values.Mebibytes("heap")!.Value;

    public int Sites => Values.Number("sites") ?? Math.Min(MostSites, Environment.ProcessorCount);

    public int SnapshotS => Values.Number("snapshot")!.Value;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static VoltEndpoint Parse(string? text) => new(VoltOptions.All.Read(text));

    /// <summary>How connections are made to a server.</summary>
    /// <param name="address">The server.</param>
    /// <param name="options">The target's options.</param>
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
