using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Registers Neo4j, which is written through the Bolt protocol by DbIngest's own client or by the vendor's driver. A record is a
/// node or a relationship. <c>TargetCatalog</c> holds one instance, which <c>Databases</c> replaces by a
/// <c>Neo4jDriverDefinition</c> in a build with the vendor's driver. Runs, <c>verify</c>, source processes and <c>serve</c> open
/// their targets by it. It changes no setting of a server that runs already.
/// </summary>
/// <param name="driver">Connects the vendor's driver (Neo4j.Driver). Null in a build without it.</param>
public class Neo4jDefinition(OpenDriver? driver) : ServerDefinition, IDeployable
{
    internal const string Database = "neo4j";

    /// <summary>Registers the database without the vendor's driver.</summary>
    public Neo4jDefinition()
        : this(driver: null)
    {
    }

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => Neo4jContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "Neo4j (Bolt 5, UNWIND of a batch's rows; records as nodes or relationships; a private server or a running one)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Graph;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:7687, or --endpoint [bolt[+s|+ssc]://][USER@]HOST[:PORT], or a distribution in NEO4J_HOME or "
        + "home=DIR and Java, from which a server is started; "
        + "the password in DBINGEST_NEO4J_PASSWORD";

    /// <inheritdoc/>
    public override string LicenceNotice =>
        "Neo4j Community Edition is under the GNU General Public License, version 3, which does not restrict benchmarks. "
        + "Enterprise Edition and Aura are under agreements of Neo4j's own: "
        + "read the one that you have before you publish figures of theirs.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { Operations = RecordOperations.All, TellsAbsence = true, IsDefault = true },
        OfficialDrivers.Client(OfficialDrivers.Package("Neo4j.Driver", "Neo4jDriverVersion"), driver is not null) with
        {
            Operations = RecordOperations.All,
        },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(
            "synced",
            "The batch is one transaction, and its transaction log is synced to disk before it is acknowledged, which is the "
            + "only way the server has: it survives a power cut.",
            Survival.PowerLoss),
    ];

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override EndpointOptions Options => Neo4jOptions.All;

    private protected override ServerAddress Local { get; } =
        new(Neo4jEndpoint.Plain, new IPEndPoint(IPAddress.Loopback, Neo4jEndpoint.DefaultPort));

    private protected override OpenDriver? Driver => driver;

    private protected override ServerEndpoint Parse(string? endpoint) => Neo4jEndpoint.Parse(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var session = Server(endpoint, address, options).Open();
        return session.Server;
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options) =>
        new Neo4jPlan(Neo4jHome.Find(endpoint.Home), (Neo4jEndpoint)endpoint, Path.GetFullPath(options.WorkFolder),
            options.ServerLimits);

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var server = Server(endpoint, opening.Address, opening.Options);
        using var session = server.Open();
        server.Query(session, "RETURN 1");
        session.Close();
        return new Neo4jTarget(opening, (Neo4jEndpoint)endpoint, server);
    }

    private protected override TargetException Failure(string what, WireException error) => Neo4jErrors.OfTarget(what, error);

    private static Neo4jSessions Server(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        var neo4j = (Neo4jEndpoint)endpoint;
        return new(neo4j.Connection(address, options), neo4j.Database);
    }
}
