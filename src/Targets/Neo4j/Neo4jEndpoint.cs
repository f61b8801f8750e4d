using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Where the server is and how it is written to, with the options of <see cref="Neo4jOptions"/>. Without a place, the server is
/// on this machine, or a private one.
/// </summary>
internal sealed class Neo4jEndpoint : ServerEndpoint
{
    /// <summary>The port of Bolt.</summary>
    public const int DefaultPort = 7687;

    /// <summary>The vendor's scheme of a server that does not encrypt.</summary>
    public const string Plain = "bolt";

    private const string Checked = "bolt+s";
    private const string Unchecked = "bolt+ssc";

    /// <summary>What the server lists our connections as.</summary>
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

    public bool IsRelationship => Values.Text("shape") == "relationship";

    public bool HasPairKey => Values.Text("key") == "pair";

    /// <summary>Records a statement.</summary>
    public int Rows => Values.Number("rows")!.Value;

    public string Label => Values.Text("label")!;

    public string Database => Values.Text("database")!;

    public int HeapMb => Values.Mebibytes("heap")!.Value;

    public int PageCacheMb => Values.Mebibytes("page_cache")!.Value;

    /// <summary>Further options of Java, with spaces between them; null for none.</summary>
    public string? Jvm => Values.Text("jvm");

    public int CheckpointS => Values.Number("checkpoint")!.Value;

    /// <summary>Whether server and database are made anew for every trial.</summary>
    public bool IsRestarted => Values.Text("reset") == "restart";

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static Neo4jEndpoint Parse(string? text) => text?.TrimStart()
        .StartsWith("neo4j", StringComparison.OrdinalIgnoreCase) == true && text.Contains("://", StringComparison.Ordinal)
        ? throw new ArgumentException(
            "--endpoint: neo4j:// asks a cluster which of its servers to write to, which is not done here: name the server "
            + "that leads by bolt://, or bolt+s:// where it encrypts.")
        : new(Neo4jOptions.All.Read(text));

    /// <summary>How connections are made to a server.</summary>
    /// <param name="address">The server.</param>
    /// <param name="options">The target's options.</param>
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
