using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Where the cluster is and how it is written to: a connection string with the options of <see cref="CouchbaseOptions"/>.
/// </summary>
internal sealed record CouchbaseEndpoint
{
    /// <summary>The collection, and the scope, that every bucket has.</summary>
    public const string DefaultCollection = "_default";

    private const string DefaultBucket = "dbingest";
    private const string DefaultUser = "Administrator";

    private readonly EndpointValues _values;

    private CouchbaseEndpoint(EndpointValues values) => _values = values;

    /// <summary>The nodes to ask first, the user, the bucket; null when no place was named.</summary>
    public CouchbaseAddress? Address { get; private init; }

    public IReadOnlyList<EndPoint> Hosts => Address?.Hosts ?? [new DnsEndPoint("localhost", CouchbaseAddress.PlainPort)];

    public bool IsEncrypted => Address?.IsEncrypted == true;

    public string User => Address?.User ?? DefaultUser;

    public string Bucket => Address?.Bucket ?? DefaultBucket;

    public string Scope => _values.Text("scope")!;

    public string Collection => _values.Text("collection")!;

    /// <summary><c>json</c>, <c>short</c> or <c>binary</c>.</summary>
    public string Value => _values.Text("value")!;

    /// <summary>Whether documents are compressed on their way.</summary>
    public bool Compresses => _values.Text("compression") == "snappy";

    public int Window => _values.Number("window")!.Value;

    /// <summary><c>collection</c>, <c>flush</c> or <c>bucket</c>; null for what the server allows.</summary>
    public string? Reset => _values.Text("reset");

    /// <summary>Whether a bucket that is not there is created.</summary>
    public bool Creates => _values.Flag("create") || Address?.Bucket is null;

    public int RamMb => _values.Mebibytes("ram")!.Value;

    public int Replicas => _values.Number("replicas")!.Value;

    public string Storage => _values.Text("storage")!;

    /// <summary>Whether it is to be like study 1.</summary>
    public bool IsStudy => _values.Text("profile") == "study1";

    public bool IsExternal => _values.Text("network") == "external";

    public string? Mechanism => _values.Text("sasl_mech_force");

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority => _values.Text("trust_certificate");

    public bool AcceptsAnyCertificate => _values.Text("tls_verify") == "none";

    public int? ConnectTimeoutMs => _values.Number("connect_timeout");

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static CouchbaseEndpoint Parse(string? text)
    {
        var values = CouchbaseOptions.All.Read(text);
        var endpoint = new CouchbaseEndpoint(values)
        {
            Address = values.Place.Trim().Length == 0 ? null
            : Place(values.Place.Trim())
        };
        if (!endpoint.IsEncrypted
            && (endpoint.Authority is not null || endpoint.AcceptsAnyCertificate || endpoint.Mechanism == "PLAIN"))
        {
            throw new ArgumentException(
                "--endpoint: trust_certificate, tls_verify and PLAIN are for encrypted connections: write couchbases:// "
                + "before the host.");
        }

        if (endpoint.Reset is "flush" or "bucket" && values.Given.ContainsKey("collection")
            && endpoint.Collection != DefaultCollection)
        {
            throw new ArgumentException(
                $"--endpoint: reset={endpoint.Reset} empties the whole bucket, and collection={endpoint.Collection} names a "
                + $"part of it; leave one of the two out.");
        }

        return endpoint;
    }

    /// <summary>The same options at other nodes: what another process is given. The password is handed over apart.</summary>
    /// <param name="hosts">The nodes.</param>
    /// <returns>An endpoint that <see cref="Parse"/> reads.</returns>
    public string At(IEnumerable<EndPoint> hosts) => _values.At(
        $"{(IsEncrypted ? "couchbases" : "couchbase")}://{Uri.EscapeDataString(User)}@{string.Join(',', hosts.Select(CouchbaseAddress.Show))}/{Uri.EscapeDataString(Bucket)}", withPrivateServer: false);

    private static CouchbaseAddress Place(string place)
    {
        try
        {
            return CouchbaseAddress.Parse(place);
        }
        catch (FormatException exception)
        {
            throw new ArgumentException($"--endpoint: {exception.Message}.", exception);
        }
    }
}
