using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Neo4j;

/// <summary>Neo4j by the Bolt protocol, by our own client or by the vendor's: a record is a node or a relationship.</summary>
/// <param name="driver">Makes the vendor's driver (Neo4j.Driver); null in a build without it.</param>
public class Neo4jDefinition(OpenDriver? driver) : TargetDefinition, IDeployable
{
    internal const string Database = "neo4j";

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    private static readonly ServerPool<Neo4jConfiguration, PrivateNeo4j> PrivateServers = new();

    /// <summary>The database with our own client alone.</summary>
    public Neo4jDefinition()
        : this(driver: null)
    {
    }

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => Neo4jContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "Neo4j (Bolt 5, UNWIND of a batch's rows; records as nodes or relationships; a private server or one that is there)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Graph;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:7687, or --endpoint [bolt[+s|+ssc]://][USER@]HOST[:PORT], or a distribution in NEO4J_HOME or home=DIR and Java, from which a server is started; "
        + "the password in DBINGEST_NEO4J_PASSWORD";

    /// <inheritdoc/>
    public override string LicenceNotice =>
        "Neo4j Community Edition is under the GNU General Public License, version 3, which does not restrict benchmarks. Enterprise Edition and Aura are under agreements of Neo4j's own: "
        + "read the one that you have before you publish figures of theirs.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { IsKeyed = true, IsDefault = true },
        OfficialDrivers.Client(OfficialDrivers.Package("Neo4j.Driver", "Neo4jDriverVersion"), driver is not null),
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(
            "synced",
            "The batch is one transaction, and its transaction log is synced to disk before it is acknowledged, which is the only way the server has: it survives a power cut.",
            Survival.PowerLoss),
    ];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override EndpointOptions Options => Neo4jOptions.All;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = Neo4jEndpoint.Parse(options.Endpoint);
        var place = endpoint.Place ?? (options.ServerLimits is null ? FindLocal(endpoint, options) : null);
        ServerLease<PrivateNeo4j>? own = null;
        try
        {
            if (place is null)
            {
                var configuration = Plan(endpoint, options);
                own = PrivateServers.Acquire(configuration, () => PrivateNeo4j.Start(configuration, options.Say, options.Cancellation));
                own.Server.EnsureRunning(options.Cancellation);
                place = own.Server.Place;
            }

            return Neo4jTarget.Connect(
                contract,
                endpoint,
                new Neo4jServer(place, endpoint.Connection(place, options), endpoint.Database),
                own,
                client.Name == WriteClient.Driver ? at => driver!(at, contract, options) : null);
        }
        catch
        {
            own?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = Neo4jEndpoint.Parse(options.Endpoint);
            var quick = options with { RequestTimeout = ProbeTimeout < options.RequestTimeout ? ProbeTimeout : options.RequestTimeout };
            if ((endpoint.Place ?? FindLocal(endpoint, quick)) is not { } place)
            {
                return new(true, $"{Plan(endpoint, options).Home.Library}: a private server is started for a run");
            }

            using var connection = new Neo4jServer(place, endpoint.Connection(place, quick), endpoint.Database).Open();
            return new(true, $"{connection.Server} at {place}");
        }
        catch (WireException exception)
        {
            return new(false, Neo4jErrors.OfTarget("The server cannot be used", exception).Message);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new(false, exception.Message);
        }
    }

    private static Neo4jConfiguration Plan(Neo4jEndpoint endpoint, TargetOptions options) => new(
        Neo4jHome.Find(endpoint.Home), endpoint.Database, endpoint.HeapMb, endpoint.PageCacheMb, endpoint.Jvm, endpoint.CheckpointS, Path.GetFullPath(options.WorkFolder), options.ServerLimits);

    /// <summary>One that answers on this machine's usual port, also by refusing us: the user is to hear of that, and not to get another server.</summary>
    private static Neo4jPlace? FindLocal(Neo4jEndpoint endpoint, TargetOptions options)
    {
        var local = new Neo4jPlace(new IPEndPoint(IPAddress.Loopback, Neo4jPlace.DefaultPort), Neo4jEncryption.None, User: null);
        return !endpoint.WantsOwn && new Neo4jServer(local, endpoint.Connection(local, options) with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout }, endpoint.Database).Answers() ? local : null;
    }
}
