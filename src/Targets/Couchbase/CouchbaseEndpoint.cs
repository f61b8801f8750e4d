using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// A parsed Couchbase endpoint: a connection string with the options of <see cref="CouchbaseOptions"/>.
/// <see cref="CouchbaseDefinition"/> parses the user's text before anything connects. <c>CouchbaseDriverPath</c> parses the text
/// of <see cref="At"/> when the target opens, after the wire client has connected. Immutable and without a password. Without a
/// bucket it names <c>dbingest</c>, which is created if it is missing.
/// </summary>
internal sealed class CouchbaseEndpoint : ServerEndpoint
{
    /// <summary>Name of the collection, and of the scope, that every bucket has.</summary>
    public const string DefaultCollection = "_default";

    private const string DefaultBucket = "dbingest";
    private const string DefaultUser = "Administrator";

    private readonly CouchbaseAddress? _named;

    private CouchbaseEndpoint(EndpointValues values)
        : base(values, form: null)
    {
        if (IsNamed)
        {
            _named = Place(values.Place.Trim());
            Address = new(Scheme: null, User: null, _named.Hosts, Bucket);
        }

        Check();
    }

    /// <summary>The vendor's default port on this machine, with the bucket that is used if the user names none.</summary>
    public static ServerAddress Local { get; } =
        new(Scheme: null, User: null, [new DnsEndPoint("localhost", CouchbaseAddress.PlainPort)], DefaultBucket);

    /// <inheritdoc/>
    public override ServerAddress? Address { get; }

    /// <summary>The nodes to ask first for the cluster's map.</summary>
    public IReadOnlyList<EndPoint> Hosts => (Address ?? Local).Nodes;

    public bool IsEncrypted => _named?.IsEncrypted == true;

    public string User => _named?.User ?? DefaultUser;

    public string Bucket => _named?.Bucket ?? DefaultBucket;

    public string Scope => Values.Text("scope")!;

    public string Collection => Values.Text("collection")!;

    /// <summary><c>json</c>, <c>short</c> or <c>binary</c>.</summary>
    public string Value => Values.Text("value")!;

    /// <summary>True if documents are compressed in transit.</summary>
    public bool Compresses => Values.Text("compression") == "snappy";

    /// <summary>Largest number of unanswered requests per connection.</summary>
    public int Window => Values.Number("window")!.Value;

    /// <summary>
    /// How a trial deletes older records: <c>collection</c>, <c>flush</c> or <c>bucket</c>. Null to choose by the server's
    /// features.
    /// </summary>
    public string? Reset => Values.Text("reset");

    /// <summary>True if a missing bucket may be created.</summary>
    public bool Creates => Values.Flag("create") || _named?.Bucket is null;

    /// <summary>Memory of a created bucket on each node, in MiB.</summary>
    public int RamMb => Values.Mebibytes("ram")!.Value;

    /// <summary>Replicas of a created bucket.</summary>
    public int Replicas => Values.Number("replicas")!.Value;

    /// <summary>Storage engine of a created bucket: <c>couchstore</c> or <c>magma</c>.</summary>
    public string Storage => Values.Text("storage")!;

    /// <summary>True if load and bucket follow study 1.</summary>
    public bool IsStudy => Values.Text("profile") == "study1";

    /// <summary>True to reach nodes by their alternate addresses.</summary>
    public bool IsExternal => Values.Text("network") == "external";

    /// <summary>Authentication mechanism. Null for the server's best SCRAM variant.</summary>
    public string? Mechanism => Values.Text("sasl_mech_force");

    /// <summary>File with the trusted authorities' certificates. Null for those of this machine.</summary>
    public string? Authority => Values.Text("trust_certificate");

    public bool AcceptsAnyCertificate => Values.Text("tls_verify") == "none";

    public int? ConnectTimeoutMs => Values.Number("connect_timeout");

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The text is invalid, or options contradict each other. The message contains no secret.
    /// </exception>
    public static CouchbaseEndpoint Parse(string? text) => new(CouchbaseOptions.All.Read(text));

    /// <inheritdoc/>
    /// <remarks>
    /// The text names scheme, user and bucket, defaults included. Parsed again, it therefore creates a bucket only by the option
    /// <c>create</c>.
    /// </remarks>
    public override string At(ServerAddress address) => Values.At(
        $"{(IsEncrypted ? "couchbases" : "couchbase")}://{Uri.EscapeDataString(User)}@"
        + $"{string.Join(',', address.Nodes.Select(CouchbaseAddress.Show))}/{Uri.EscapeDataString(Bucket)}",
        withPrivateServer: false);

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

    private void Check()
    {
        if (!IsEncrypted && (Authority is not null || AcceptsAnyCertificate || Mechanism == "PLAIN"))
        {
            throw new ArgumentException(
                "--endpoint: trust_certificate, tls_verify and PLAIN are for encrypted connections: write couchbases:// "
                + "before the host.");
        }

        if (Reset is "flush" or "bucket" && Values.Given.ContainsKey("collection") && Collection != DefaultCollection)
        {
            throw new ArgumentException(
                $"--endpoint: reset={Reset} empties the whole bucket, and collection={Collection} names a part of it; leave "
                + $"one of the two out.");
        }

        if (Reset == "collection" && Collection == DefaultCollection)
        {
            throw new ArgumentException(
                $"--endpoint: reset=collection drops the collection, and a server never creates {DefaultCollection} again; leave "
                + "reset out, or name another collection.");
        }

        if (Scope != DefaultCollection && (Reset is "flush" or "bucket" || Collection == DefaultCollection))
        {
            throw new ArgumentException(
                $"--endpoint: scope={Scope} names a part of the bucket, and "
                + $"{(Reset is null ? $"collection={Collection}" : $"reset={Reset}")} empties all of it; leave one of the two "
                + "out.");
        }
    }
}
