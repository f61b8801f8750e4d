using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// The endpoint of Neo4j after reading: the address, and the options of <see cref="Neo4jOptions"/>. <see cref="Neo4jDefinition"/>
/// and <c>Neo4jDriverPath</c> read it when a target is opened. Without an address, the server runs on this machine or is started
/// privately. It refuses <c>neo4j://</c>, because nothing here asks a cluster which server leads. Immutable. It contains no
/// password.
/// </summary>
internal sealed class Neo4jEndpoint : ServerEndpoint
{
    /// <summary>The vendor's default port for Bolt.</summary>
    public const int DefaultPort = 7687;

    /// <summary>The vendor's scheme without encryption.</summary>
    public const string Plain = "bolt";

    private const string Checked = "bolt+s";
    private const string Unchecked = "bolt+ssc";

    /// <summary>The name under which the server lists connections of this program.</summary>
    public static readonly string Agent = $"DbIngest/{BuildStamp.Of(typeof(Neo4jEndpoint)).Number}";

    private static readonly AddressForm Form =
        new(Neo4jDefinition.Database, DefaultPort) { Schemes = [Plain, Checked, Unchecked], KeepsScheme = true };

    private Neo4jEndpoint(EndpointValues values)
        : base(values, Form)
    {
        if (values.Text("ca") is not null && Address?.Scheme != Checked)
        {
            throw new ArgumentException("--endpoint: ca is for bolt+s://, where the server's certificate is checked.");
        }
    }

    /// <summary>True if a record is a relationship, false if it is a node.</summary>
    public bool IsRelationship => Values.Text("shape") == "relationship";

    /// <summary>True if source and sequence are two properties, false if one number holds both.</summary>
    public bool HasPairKey => Values.Text("key") == "pair";

    /// <summary>Records per statement.</summary>
    public int Rows => Values.Number("rows")!.Value;

    /// <summary>Label or relationship type of the records. Everything that has it is deleted by Prepare and Clean.</summary>
    public string Label => Values.Text("label")!;

    /// <summary>The database. The server takes its name in any case, and names its folder and log lines in lower case.</summary>
    public string Database => Values.Text("database")!.ToLowerInvariant();

    /// <summary>Java's heap of a private server in MiB.</summary>
    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>Page cache of a private server in MiB.</summary>
    public int PageCacheMb => Values.Mebibytes("page_cache")!.Value;

    /// <summary>Further options of Java, separated by spaces. Null for none.</summary>
    public string? Jvm => Values.Text("jvm");

    /// <summary>Seconds between the checkpoints of a private server.</summary>
    public int CheckpointS => Values.Number("checkpoint")!.Value;

    /// <summary>True if server and database are recreated for every trial.</summary>
    public bool IsRestarted => Values.Text("reset") == "restart";

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">The endpoint is invalid or <c>neo4j://</c>, or a value is out of range.</exception>
    public static Neo4jEndpoint Parse(string? text) => text?.TrimStart()
        .StartsWith("neo4j", StringComparison.OrdinalIgnoreCase) == true && text.Contains("://", StringComparison.Ordinal)
        ? throw new ArgumentException(
            "--endpoint: neo4j:// asks a cluster which of its servers to write to, which is not done here: name the server "
            + "that leads by bolt://, or bolt+s:// where it encrypts.")
        : new(Neo4jOptions.All.Read(text));

    /// <summary>Options for connections to a server.</summary>
    /// <param name="address">The address, whose scheme decides about encryption.</param>
    /// <param name="options">The user's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public BoltConnectionOptions Connection(ServerAddress address, TargetOptions options) => new()
    {
        Server = address.Server,
        Agent = Agent,
        User = options.Password is null && address.User is null ? null : address.User ?? "neo4j",
        Password = () => options.Password?.Reveal() ?? string.Empty,
        Tls = address.Scheme == Plain
            ? null
            : new TlsOptions
            {
                Authorities = CertificateFiles.Authorities("ca", Values.Text("ca")),
                AcceptsAnyCertificate = address.Scheme == Unchecked
            },
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
    };
}
