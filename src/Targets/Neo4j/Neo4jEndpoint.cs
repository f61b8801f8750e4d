using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>Where the server is and how it is written to, with the options of <see cref="Neo4jOptions"/>. Without a place, the server is on this machine, or a private one.</summary>
internal sealed class Neo4jEndpoint
{
    /// <summary>What the server lists our connections as.</summary>
    public static readonly string Agent = $"DbIngest/{BuildStamp.Of(typeof(Neo4jEndpoint)).Number}";

    private readonly EndpointValues _values;

    private Neo4jEndpoint(EndpointValues values)
    {
        _values = values;
        Place = values.Place.Trim().Length == 0 ? null : Neo4jPlace.Parse(values.Place.Trim());
        if (Place is not null && values.WantsPrivateServer)
        {
            throw new ArgumentException("--endpoint: it names a server that is there, and has options of one that is started for the run; leave one of the two out.");
        }

        if (_values.Text("ca") is not null && Place?.Encryption != Neo4jEncryption.Checked)
        {
            throw new ArgumentException("--endpoint: ca is for bolt+s://, where the server's certificate is checked.");
        }
    }

    /// <summary>The server; null when none was named.</summary>
    public Neo4jPlace? Place { get; }

    public bool IsRelationship => _values.Text("shape") == "relationship";

    public bool HasPairKey => _values.Text("key") == "pair";

    /// <summary>Records a statement.</summary>
    public int Rows => _values.Number("rows")!.Value;

    public string Label => _values.Text("label")!;

    public string Database => _values.Text("database")!;

    /// <summary>Where a private server comes from; null for the usual places.</summary>
    public string? Home => _values.Text("home");

    public int HeapMb => _values.Mebibytes("heap")!.Value;

    public int PageCacheMb => _values.Mebibytes("page_cache")!.Value;

    /// <summary>Further options of Java, with spaces between them; null for none.</summary>
    public string? Jvm => _values.Text("jvm");

    public int CheckpointS => _values.Number("checkpoint")!.Value;

    /// <summary>Whether server and database are made anew for every trial.</summary>
    public bool IsRestarted => _values.Text("reset") == "restart";

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => _values.WantsPrivateServer;

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static Neo4jEndpoint Parse(string? text) => new(Neo4jOptions.All.Read(text));

    /// <summary>The same options at a server: what another process is given. The password is handed over apart.</summary>
    public string At(Neo4jPlace place) => _values.At(place.ToString(), withPrivateServer: false);

    /// <summary>How connections are made to a server.</summary>
    /// <param name="place">Where it is.</param>
    /// <param name="options">The target's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public BoltConnectionOptions Connection(Neo4jPlace place, TargetOptions options) => new()
    {
        Server = place.Server,
        Agent = Agent,
        User = options.Password is null && place.User is null ? null : place.User ?? "neo4j",
        Password = () => options.Password?.Reveal() ?? string.Empty,
        Tls = place.Encryption == Neo4jEncryption.None
            ? null
            : new TlsOptions { Authorities = CertificateFiles.Authorities("ca", _values.Text("ca")), AcceptsAnyCertificate = place.Encryption == Neo4jEncryption.Unchecked },
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
    };
}
