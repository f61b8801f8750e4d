using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// A parsed MongoDB endpoint: a connection string, or <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>, with the
/// options of <see cref="MongoOptions"/>. Without a host, the server runs on this machine or is started privately.
/// <see cref="MongoDefinition"/> and <c>MongoDriverPath</c> parse it before anything connects. Immutable. A connection string
/// may contain the password: messages must not repeat it, and <see cref="At"/> leaves it out, but keeps that of a
/// certificate's key.
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

        Identity = Values.Text("id") switch
        {
            ObjectIds.Word => new ObjectIds(),
            ObjectIdIdentity.Word => new ObjectIdIdentity(),
            _ => new NumberIdentity(),
        };
        Check();
    }

    /// <inheritdoc/>
    public override ServerAddress? Address { get; }

    /// <summary>Reveals the password of the connection string. Null if it contains none.</summary>
    public Func<string>? Password => _named?.Password;

    public string Database => _named?.Database ?? DefaultDatabase;

    public string Collection => Values.Text("collection")!;

    /// <summary>The user. Null for no login.</summary>
    public string? User => _named?.User;

    /// <summary>Authentication mechanism. Null for the best SCRAM variant.</summary>
    public string? Mechanism => Values.Text("authmechanism");

    /// <summary>True if the client's certificate identifies the user.</summary>
    public bool IsByCertificate => Mechanism == "MONGODB-X509";

    /// <summary>The database that stores the user.</summary>
    public string AuthenticationSource => IsByCertificate ? "$external" : Values.Text("authsource") ?? _named?.Database
        ?? "admin";

    /// <summary>Name that the replica set must have. Null for any.</summary>
    public string? SetName => Values.Text("replicaset");

    /// <summary>True to use the named server alone.</summary>
    public bool IsDirect => Values.Flag("directconnection");

    public string ApplicationName => Values.Text("appname")!;

    public bool Tls => Values.Flag("tls") || Values.Flag("ssl") || Authority is not null || CertificateFile is not null
        || AcceptsAnyCertificate || AcceptsAnyName;

    /// <summary>File with the trusted authorities' certificates. Null for those of this machine.</summary>
    public string? Authority => Values.Text("tlscafile");

    /// <summary>File with the client's certificate and key. Null for none.</summary>
    public string? CertificateFile => Values.Text("tlscertificatekeyfile");

    public string? CertificatePassword => Values.Text("tlscertificatekeyfilepassword");

    public bool AcceptsAnyCertificate => Values.Flag("tlsinsecure") || Values.Flag("tlsallowinvalidcertificates");

    public bool AcceptsAnyName => Values.Flag("tlsallowinvalidhostnames");

    /// <summary>Compression level of zlib. Null for no compression.</summary>
    public int? ZlibLevel => Values.Text("compressors") == "zlib"
        ? int.Parse(Values.Text("zlibcompressionlevel")!, CultureInfo.InvariantCulture) : null;

    public int? ConnectTimeoutMs => Values.Number("connecttimeoutms");

    /// <summary>Longest wait of the server for its members, in milliseconds. 0 for no limit.</summary>
    public int WriteTimeoutMs => Values.Number("wtimeoutms")!.Value;

    /// <summary>The write concern's <c>w</c> and <c>j</c> as the user gave them, each null if the user did not.</summary>
    public (string? W, bool? Journal) Concern =>
        (Values.Text("w"), Values.Text("journal") is { } journal ? journal == "true" : null);

    /// <summary><c>document</c>, <c>short</c>, <c>bucket</c> or <c>timeseries</c>.</summary>
    public string Shape => Values.Text("shape")!;

    /// <summary>Records per document, for the shape <c>bucket</c>.</summary>
    public int Bucket => Values.Number("bucket")!.Value;

    /// <summary>Makes the <c>_id</c> of each document.</summary>
    public MongoIdentity Identity { get; }

    /// <summary>
    /// The identity made of source and sequence by which the server tells records apart. Null if clients make object ids, and in
    /// a time series, which has no unique key.
    /// </summary>
    public RecordIdentity? Key => Shape == "timeseries" ? null : Identity as RecordIdentity;

    /// <summary>True if the vendor's driver receives objects of a class instead of serialised documents.</summary>
    public bool DriverIsTyped => Values.Text("documents") == "typed";

    /// <summary>True to call the vendor's driver asynchronously.</summary>
    public bool DriverIsAsync => Values.Text("calls") == "async";

    /// <summary>Records per insertion.</summary>
    public int Rows => Values.Number("rows")!.Value;

    /// <summary>Largest number of unacknowledged insertions per connection.</summary>
    public int Window => Values.Number("window")!.Value;

    /// <summary>How a sharded cluster distributes the collection: <c>hashed</c>, <c>ranged</c> or <c>none</c>.</summary>
    public string Shard => Values.Text("shard")!;

    /// <summary>Compressor of the collection's blocks. <c>default</c> for the server's.</summary>
    public string BlockCompressor => Values.Text("block_compressor")!;

    /// <summary>Cache of each private server in MiB.</summary>
    public int CacheMb => Values.Mebibytes("cache") ?? (Profile == "study1" ? 1536 : 512);

    /// <summary>Settings of a private server: <c>default</c> or <c>study1</c>.</summary>
    public string Profile => Values.Text("profile")!;

    /// <summary>The given options that take operations, questions, series or added values away, with the reasons.</summary>
    public IReadOnlyList<EndpointLimit> Limits =>
    [
        .. Shape switch
        {
            "bucket" => (IEnumerable<EndpointLimit>)
                [new("shape=bucket", "stores several records in a document, which no command finds one by one",
                    RecordOperations.AllAndFind) { LacksQuestions = true, LacksSeries = true, LacksAddedValues = true }],
            "timeseries" => [new("shape=timeseries",
                "has no unique key, splits timestamps, and MongoDB updates no document of a time series",
                RecordOperations.Update | RecordOperations.UpdateIf | RecordOperations.Find)
            {
                LacksQuestions = true,
                LacksSeries = true,
                LacksAddedValues = true,
            }],
            _ => [],
        },
        .. Identity is ObjectIds
            ? (IEnumerable<EndpointLimit>)[new("id=objectid", "makes keys that do not tell a record from its repetition",
                RecordOperations.None)]
            : [],
    ];

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The text is invalid, or options contradict each other. The message contains no secret.
    /// </exception>
    public static MongoEndpoint Parse(string? text) => new(MongoOptions.All.Read(text));

    /// <summary>Refuses options that a client does not support.</summary>
    /// <param name="client">Name of the client.</param>
    /// <exception cref="ArgumentException">An option is not supported. The message names it.</exception>
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
                $"--endpoint: '{Database}' is not a database name: up to 63 characters, none of / \\ . \" $ * < > : | ? or "
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

        if (DriverIsTyped && (Shape != "document" || Identity is ObjectIds))
        {
            throw new ArgumentException(
                "--endpoint: documents=typed is a class for shape=document and an _id made of source and sequence; leave one of "
                + $"them out, or take id={NumberIdentity.Word} or id={ObjectIdIdentity.Word}.");
        }

        if (Shape == "timeseries" && Identity is ObjectIdIdentity)
        {
            throw new ArgumentException(
                $"--endpoint: shape=timeseries has no unique key, so that id={ObjectIdIdentity.Word} identifies nothing; take "
                + $"id={ObjectIds.Word}, or leave id out.");
        }

        if (Shape == "bucket" && Identity is ObjectIds)
        {
            throw new ArgumentException(
                "--endpoint: shape=bucket has identities made of source and sequence; leave id=objectid out.");
        }
    }
}
