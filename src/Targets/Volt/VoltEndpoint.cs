using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>Where the server is and how it is written to, with the options of <see cref="VoltOptions"/>. Without a place, the server is on this machine, or a private one.</summary>
internal sealed class VoltEndpoint
{
    /// <summary>Enough that a call is made of rows; few enough that another one is made while the server is at work.</summary>
    private const int DefaultRows = 1000;

    private const int DefaultLoads = 2;
    private const int DefaultInserts = 1000;
    private const int MostSites = 8;

    /// <summary>Our name and version.</summary>
    public static readonly string Agent = $"DbIngest {BuildStamp.Of(typeof(VoltEndpoint)).Number}";

    private readonly EndpointValues _values;

    private VoltEndpoint(EndpointValues values)
    {
        _values = values;
        Place = values.Place.Trim().Length == 0 ? null : VoltPlace.Parse(values.Place.Trim());
        if (Place is not null && values.WantsPrivateServer)
        {
            throw new ArgumentException("--endpoint: it names a server that is there, and has options of one that is started for the run; leave one of the two out.");
        }

        if (!IsLoad && values.Number("rows") is not null)
        {
            throw new ArgumentException("--endpoint: rows is for way=load: with way=insert a record is a call.");
        }

        if (_values.Text("ca") is not null && _values.Text("ssl") != "verify")
        {
            throw new ArgumentException("--endpoint: ca is for ssl=verify, where the server's certificate is checked.");
        }
    }

    /// <summary>The server; null when none was named.</summary>
    public VoltPlace? Place { get; }

    public bool IsLoad => _values.Text("way") == "load";

    /// <summary>Records a call.</summary>
    public int Rows => IsLoad ? _values.Number("rows") ?? DefaultRows : 1;

    /// <summary>Calls that are unanswered at once.</summary>
    public int Calls => _values.Number("calls") ?? (IsLoad ? DefaultLoads : DefaultInserts);

    public bool HasKey => _values.Text("index") == "key";

    public string Table => _values.Text("table")!;

    /// <summary>Where a private server comes from; null for the usual places.</summary>
    public string? Home => _values.Text("home");

    public int HeapMb => _values.Mebibytes("heap")!.Value;

    public int Sites => _values.Number("sites") ?? Math.Min(MostSites, Environment.ProcessorCount);

    public int SnapshotS => _values.Number("snapshot")!.Value;

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => _values.WantsPrivateServer;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static VoltEndpoint Parse(string? text) => new(VoltOptions.All.Read(text));

    /// <summary>The same options at a server: what another process is given. The password is handed over apart.</summary>
    public string At(VoltPlace place) => _values.At(place.ToString(), withPrivateServer: false);

    /// <summary>How connections are made to a server.</summary>
    /// <param name="place">Where it is.</param>
    /// <param name="options">The target's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public VoltConnectionOptions Connection(VoltPlace place, TargetOptions options) => new()
    {
        Server = place.Nodes[0],
        User = place.User ?? string.Empty,
        Password = () => options.Password?.Reveal() ?? string.Empty,
        Tls = _values.Text("ssl") == "off"
            ? null
            : new TlsOptions { Authorities = CertificateFiles.Authorities("ca", _values.Text("ca")), AcceptsAnyCertificate = _values.Text("ssl") == "any" },
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
    };
}
