using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Where the deployment is and how it is written to: a connection string, or
/// <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the options of <see cref="MongoOptions"/>. Without a host,
/// the server is on this machine, or a private one.
/// </summary>
internal sealed record MongoEndpoint
{
    private const string DefaultDatabase = "dbingest";

    private readonly EndpointValues _values;

    private MongoEndpoint(EndpointValues values) => _values = values;

    /// <summary>The servers to ask first, the user, the database; null when none was named.</summary>
    public MongoAddress? Address { get; private init; }

    /// <summary>The servers to ask first; empty when none was named.</summary>
    public IReadOnlyList<EndPoint> Hosts => Address?.Hosts ?? [];

    public string Database => Address?.Database ?? DefaultDatabase;

    public string Collection => _values.Text("collection")!;

    /// <summary>The user's name, where there is one.</summary>
    public string? User => Address?.User;

    /// <summary>How to log in; null for the best of SCRAM.</summary>
    public string? Mechanism => _values.Text("authmechanism");

    /// <summary>Whether the client's certificate says who it is.</summary>
    public bool IsByCertificate => Mechanism == "MONGODB-X509";

    /// <summary>The database that knows the user.</summary>
    public string AuthenticationSource => IsByCertificate ? "$external" : _values.Text("authsource") ?? Address?.Database
        ?? "admin";

    /// <summary>The name that the replica set must have; null for any.</summary>
    public string? SetName => _values.Text("replicaset");

    /// <summary>Whether only the server that is named is used.</summary>
    public bool IsDirect => _values.Flag("directconnection");

    public string ApplicationName => _values.Text("appname")!;

    public bool Tls => _values.Flag("tls") || _values.Flag("ssl") || Authority is not null || CertificateFile is not null
        || AcceptsAnyCertificate || AcceptsAnyName;

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority => _values.Text("tlscafile");

    /// <summary>A file with the client's certificate and key; null where it shows none.</summary>
    public string? CertificateFile => _values.Text("tlscertificatekeyfile");

    public string? CertificatePassword => _values.Text("tlscertificatekeyfilepassword");

    public bool AcceptsAnyCertificate => _values.Flag("tlsinsecure") || _values.Flag("tlsallowinvalidcertificates");

    public bool AcceptsAnyName => _values.Flag("tlsallowinvalidhostnames");

    /// <summary>How hard zlib tries; null where nothing is compressed.</summary>
    public int? ZlibLevel => _values.Text("compressors") == "zlib"
        ? int.Parse(_values.Text("zlibcompressionlevel")!, CultureInfo.InvariantCulture) : null;

    public int? ConnectTimeoutMs => _values.Number("connecttimeoutms");

    /// <summary>How long the server waits for the members, in milliseconds; 0 for as long as it takes.</summary>
    public int WriteTimeoutMs => _values.Number("wtimeoutms")!.Value;

    /// <summary>The write concern's <c>w</c> and <c>j</c> as the user wrote them; null where he did not.</summary>
    public (string? W, bool? Journal) Concern =>
        (_values.Text("w"), _values.Text("journal") is { } journal ? journal == "true" : null);

    /// <summary><c>document</c>, <c>short</c>, <c>bucket</c> or <c>timeseries</c>.</summary>
    public string Shape => _values.Text("shape")!;

    /// <summary>Records a document, with the shape <c>bucket</c>.</summary>
    public int Bucket => _values.Number("bucket")!.Value;

    /// <summary>Whether documents have object ids instead of an identity made of source and sequence.</summary>
    public bool HasObjectIds => _values.Text("id") == "objectid";

    /// <summary>Whether the vendor's driver is given objects of a class instead of serialised documents.</summary>
    public bool DriverIsTyped => _values.Text("documents") == "typed";

    /// <summary>Whether the vendor's driver is called asynchronously.</summary>
    public bool DriverIsAsync => _values.Text("calls") == "async";

    /// <summary>Records an insertion.</summary>
    public int Rows => _values.Number("rows")!.Value;

    /// <summary>Insertions of a connection that may be unacknowledged at once.</summary>
    public int Window => _values.Number("window")!.Value;

    /// <summary>How a sharded cluster spreads the collection: <c>hashed</c>, <c>ranged</c> or <c>none</c>.</summary>
    public string Shard => _values.Text("shard")!;

    /// <summary>The compressor of the collection's blocks; <c>default</c> for the server's.</summary>
    public string BlockCompressor => _values.Text("block_compressor")!;

    /// <summary>Where a private server comes from; null for the PATH.</summary>
    public string? Home => _values.Text("home");

    /// <summary>The cache of each private server, in MiB.</summary>
    public int CacheMb => _values.Mebibytes("cache") ?? (Profile == "study1" ? 1536 : 512);

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => _values.Text("profile")!;

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => _values.WantsPrivateServer;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static MongoEndpoint Parse(string? text)
    {
        var values = MongoOptions.All.Read(text);
        var endpoint = new MongoEndpoint(values)
        {
            Address = values.Place.Trim().Length == 0 ? null
            : Place(values.Place.Trim())
        };
        endpoint.Check();
        return endpoint;
    }

    /// <summary>Refuses options that a client does not have.</summary>
    /// <param name="client">The client's name.</param>
    /// <exception cref="ArgumentException">One is given; the message names it.</exception>
    public void CheckFor(string client)
    {
        bool isDriver = client == WriteClient.Driver;
        foreach (string option in isDriver ? (string[])["rows", "window"] : ["documents", "calls"])
        {
            if (_values.Given.ContainsKey(option))
            {
                throw new ArgumentException(isDriver
                    ? $"--endpoint: {option} is for --client wire: the driver splits a batch by itself. Leave it out."
                    : $"--endpoint: {option} is for --client driver: our own client writes the documents itself, on the "
                        + $"source's thread. Leave it out.");
            }
        }
    }

    /// <summary>The same options at other hosts: what another process is given. The password is handed over apart.</summary>
    /// <param name="hosts">The hosts.</param>
    /// <returns>An endpoint that <see cref="Parse"/> reads.</returns>
    public string At(IEnumerable<EndPoint> hosts)
    {
        string user = User is { } name ? Uri.EscapeDataString(name) + "@" : string.Empty;
        return _values.At($"mongodb://{user}{string.Join(',', hosts.Select(MongoAddress.Show))}/{Uri.EscapeDataString(Database)}", withPrivateServer: false);
    }

    private static MongoAddress Place(string place)
    {
        try
        {
            return MongoAddress.Parse(place);
        }
        catch (FormatException exception)
        {
            throw new ArgumentException($"--endpoint: {exception.Message}.", exception);
        }
    }

    private void Check()
    {
        if (WantsOwn && Hosts.Count > 0)
        {
            throw new ArgumentException("--endpoint: home, cache and profile are for a private server; leave the hosts out.");
        }

        if (IsDirect && Hosts.Count > 1)
        {
            throw new ArgumentException("--endpoint: directconnection=true is for one host, and several are named.");
        }

        if (Database.Length > 63
            || Database.Any(c => c is '/' or '\\' or '.' or ' ' or '"' or '$' or '*' or '<' or '>' or ':' or '|' or '?' or '\0'))
        {
            throw new ArgumentException(
                $"--endpoint: '{Database}' is no name of a database: up to 63 characters, none of / \\ . \" $ * < > : | ? or "
                + $"a space.");
        }

        if (IsByCertificate && CertificateFile is null)
        {
            throw new ArgumentException(
                "--endpoint: authmechanism=MONGODB-X509 needs the client's certificate: tlscertificatekeyfile=FILE.");
        }

        if (Mechanism is not null && !IsByCertificate && User is null)
        {
            throw new ArgumentException($"--endpoint: authmechanism={Mechanism} needs a user: mongodb://USER@HOST.");
        }

        if (DriverIsTyped && (Shape != "document" || HasObjectIds))
        {
            throw new ArgumentException(
                "--endpoint: documents=typed is a class for shape=document and id=sequence; leave one of them out.");
        }

        if (Shape == "bucket" && HasObjectIds)
        {
            throw new ArgumentException(
                "--endpoint: shape=bucket has identities made of source and sequence; leave id=objectid out.");
        }
    }
}
