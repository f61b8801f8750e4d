using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Http;
using DbIngest.Targets.QuestDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Registers QuestDB, which is written by acknowledged line protocol over HTTP into a table with a write-ahead log.
/// <c>TargetCatalog</c> holds one instance, by which runs, <c>verify</c> and source processes open their targets. It changes no
/// setting of a server that runs already, and refuses one that commits in another way than the durability level says.
/// </summary>
public sealed class QuestDbDefinition : ServerDefinition, IDeployable
{
    private const string Series = "a SYMBOL column of the default capacity";

    internal const string Database = "questdb";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying { get; } = new() { Process = new QuestDbRecipe(), Container = QuestDbContainer.Recipe };

    /// <inheritdoc/>
    public override string Summary =>
        "QuestDB (line protocol over HTTP, WAL table with deduplication; a private server or a running one)";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Wire) { Operations = RecordOperations.Reads, SeriesAre = Series }];

    /// <inheritdoc/>
    public override DataModel Model => DataModel.TimeSeries;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:9000, or --endpoint [http[s]://][USER@]HOST[:PORT], or a distribution in QUESTDB_HOME or "
        + "home=DIR and Java, from which a server is started; "
        + "the password or token in DBINGEST_QUESTDB_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => QuestDbContracts.All;

    /// <summary>From 1970 on, the range of the column that orders the table.</summary>
    public override TimestampLimits Timestamps { get; } = TimestampLimits.Calendar with { First = 0 };

    /// <inheritdoc/>
    public override EndpointOptions Options => QuestDbOptions.All;

    /// <inheritdoc/>
    public override bool StartsServerInNetwork => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override string NoKeyReason =>
        "rows are deduplicated by timestamp, source and sequence together, and no index serves reads";

    private protected override ServerAddress Local { get; } =
        new(HttpEndpoint.Plain, new IPEndPoint(IPAddress.Loopback, QuestDbEndpoint.DefaultPort));

    private protected override ServerEndpoint Parse(string? endpoint) => new QuestDbEndpoint(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        new QuestDbServer(address, ((QuestDbEndpoint)endpoint).Connection(address, options)).Info(CancellationToken.None).Product;

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options) => new QuestDbPlan(
        QuestDbHome.Find(endpoint.Home), contract.Name, ((QuestDbEndpoint)endpoint)
            .HeapMb, Path.GetFullPath(options.WorkFolder), options.ServerLimits);

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var questDb = (QuestDbEndpoint)endpoint;
        var server = new QuestDbServer(opening.Address, questDb.Connection(opening.Address, opening.Options));
        var info = server.Info(opening.Options.Cancellation);
        QuestDbContracts.Check(opening.Contract, info.CommitMode, opening.Address);
        return questDb.IsBinary == true && !info.TakesBinary
            ? throw new TargetException(
                $"--endpoint: doubles=binary: {info.Product} does not take version 2 of the line protocol; leave the option out.")
            : new QuestDbTarget(opening, questDb, server, questDb.IsBinary ?? info.TakesBinary);
    }

    private protected override TargetException Failure(string what, WireException error) => QuestDbErrors.OfTarget(what, error);
}
