using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Where the deployment is and how it is written to: a connection string, or
/// <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the options of <see cref="MongoOptions"/>. Without a host,
/// the server is on this machine, or a private one.
/// </summary>
internal sealed class MongoEndpoint : ServerEndpoint
{
    private const string DefaultDatabase = "dbingest";

    private readonly MongoAddress? _named;

    private MongoEndpoint(EndpointValues values)
        : base(values, form: null)
    {
        if (IsNamed)
        {
            _named = Place(values.Place.Trim());
            Address = new(Scheme: null, User: null, _named.Hosts);
        }

        Check();
    }

    /// <inheritdoc/>
    public override ServerAddress? Address { get; }

    /// <summary>Gives the password that stands in the connection string; null where none does.</summary>
    public Func<string>? Password => _named?.Password;

    public string Database => _named?.Database ?? DefaultDatabase;

    public string Collection => Values.Text("collection")!;

    /// <summary>The user's name, where there is one.</summary>
    public string? User => _named?.User;

    /// <summary>How to log in; null for the best of SCRAM.</summary>
    public string? Mechanism => Values.Text("authmechanism");

    /// <summary>Whether the client's certificate says who it is.</summary>
    public bool IsByCertificate => Mechanism == "MONGODB-X509";

    /// <summary>The database that knows the user.</summary>
    public string AuthenticationSource => IsByCertificate ? "$external" : Values.Text("authsource") ?? _named?.Database
        ?? "admin";

    /// <summary>The name that the replica set must have; null for any.</summary>
    public string? SetName => Values.Text("replicaset");

    /// <summary>Whether only the server that is named is used.</summary>
    public bool IsDirect => Values.Flag("directconnection");

    public string ApplicationName => Values.Text("appname")!;

    public bool Tls => Values.Flag("tls") || Values.Flag("ssl") || Authority is not null || CertificateFile is not null
        || AcceptsAnyCertificate || AcceptsAnyName;

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority => Values.Text("tlscafile");

    /// <summary>A file with the client's certificate and key; null where it shows none.</summary>
    public string? CertificateFile => Values.Text("tlscertificatekeyfile");

    public string? CertificatePassword => Values.Text("tlscertificatekeyfilepassword");

    public bool AcceptsAnyCertificate => Values.Flag("tlsinsecure") || Values.Flag("tlsallowinvalidcertificates");

    public bool AcceptsAnyName => Values.Flag("tlsallowinvalidhostnames");

    /// <summary>How hard zlib tries; null where nothing is compressed.</summary>
    public int? ZlibLevel => Values.Text("compressors") == "zlib"
        ? int.Parse(Values.Text("zlibcompressionlevel")!, CultureInfo.InvariantCulture) : null;

    public int? ConnectTimeoutMs => Values.Number("connecttimeoutms");

    /// <summary>How long the server waits for the members, in milliseconds; 0 for as long as it takes.</summary>
    public int WriteTimeoutMs => Values.Number("wtimeoutms")!.Value;

    /// <summary>The write concern's <c>w</c> and <c>j</c> as the user wrote them; null where he did not.</summary>
    public (string? W, bool? Journal) Concern =>
        (Values.Text("w"), Values.Text("journal") is { } journal ? journal == "true" : null);

    /// <summary><c>document</c>, <c>short</c>, <c>bucket</c> or <c>timeseries</c>.</summary>
    public string Shape => Values.Text("shape")!;

    /// <summary>Records a document, with the shape <c>bucket</c>.</summary>
    public int Bucket => Values.Number("bucket")!.Value;

    /// <summary>Whether documents have object ids instead of an identity made of source and sequence.</summary>
    public bool HasObjectIds => Values.Text("id") == "objectid";

    /// <summary>Whether the vendor's driver is given objects of a class instead of serialised documents.</summary>
    public bool DriverIsTyped => Values.Text("documents") == "typed";

    /// <summary>Whether the vendor's driver is called asynchronously.</summary>
    public bool DriverIsAsync => Values.Text("calls") == "async";

    /// <summary>Records an insertion.</summary>
    public int Rows => Values.Number("rows")!.Value;

    /// <summary>Insertions of a connection that may be unacknowledged at once.</summary>
    public int Window => Values.Number("window")!.Value;

    /// <summary>How a sharded cluster spreads the collection: <c>hashed</c>, <c>ranged</c> or <c>none</c>.</summary>
    public string Shard => Values.Text("shard")!;

    /// <summary>The compressor of the collection's blocks; <c>default</c> for the server's.</summary>
    public string BlockCompressor => Values.Text("block_compressor")!;

    /// <summary>The cache of each private server, in MiB.</summary>
    public int CacheMb => Values.Mebibytes("cache") ?? (Profile == "study1" ? 1536 : 512);

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => Values.Text("profile")!;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range. No secret is repeated.</exception>
    public static MongoEndpoint Parse(string? text) => new(MongoOptions.All.Read(text));

    /// <summary>Refuses options that a client does not have.</summary>
    /// <param name="client">The client's name.</param>
    /// <exception cref="ArgumentException">One is given; the message names it.</exception>
    public void CheckFor(string client)
    {
        bool isDriver = client == WriteClient.Driver;
        foreach (string option in isDriver ? (string[])["rows", "window"] : ["documents", "calls"])
        {
            if (Values.Given.ContainsKey(option))
            {
                throw new ArgumentException(isDriver
                    ? $"--endpoint: {option} is for --client wire: the driver splits a batch by itself. Leave it out."
                    : $"--endpoint: {option} is for --client driver: our own client writes the documents itself, on the "
                        + $"source's thread. Leave it out.");
            }
        }
    }

    /// <inheritdoc/>
    public override string At(ServerAddress address)
    {
        string user = User is { } name ? Uri.EscapeDataString(name) + "@" : string.Empty;
        return Values.At($"mongodb://{user}{string.Join(',', address.Nodes.Select(MongoAddress.Show))}/{Uri.EscapeDataString(Database)}", withPrivateServer: false);
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
        if (IsDirect && Address?.Nodes.Count > 1)
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
