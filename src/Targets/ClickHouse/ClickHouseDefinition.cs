using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Registers ClickHouse, which is written by RowBinary over HTTP into a MergeTree, by DbIngest's own client or the vendor's
/// driver. Runs, <c>verify</c> and source processes open their targets by it, and <c>targets</c> probes servers.
/// <c>TargetCatalog</c> holds one instance for all runs of a process, so the definition must keep nothing of an open target.
/// It changes no setting of a server that runs already.
/// </summary>
public sealed class ClickHouseDefinition : ServerDefinition, IDeployable
{
    private const string Series =
        "a column LowCardinality(FixedString(10)); rows are ordered by source, series and sequence";

    internal const string Database = "clickhouse";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => ClickHouseContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "ClickHouse (RowBinary over HTTP, MergeTree ordered by source and sequence; a private server or a running one)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:8123, or --endpoint [http[s]://][USER@]HOST[:PORT], or clickhouse-server on the PATH or in "
        + "home=DIR, from which a server is started; the password in DBINGEST_CLICKHOUSE_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { Operations = RecordOperations.Reads, IsDefault = true, SeriesAre = Series },
        new(WriteClient.Driver) { SeriesAre = Series },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(
            "nosync",
            "The batch is a part of the table in the operating system's memory, and not synced to disk, as the vendor's "
            + "default has it: it survives the end of the process, a power cut may lose it.",
            Survival.ProcessCrash),
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options => ClickHouseOptions.All;

    /// <inheritdoc/>
    public override bool StartsServerInNetwork => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override string NoKeyReason => "the primary key of a MergeTree orders rows and is not unique";

    private protected override ServerAddress Local { get; } =
        new(HttpEndpoint.Plain, new IPEndPoint(IPAddress.Loopback, ClickHouseEndpoint.DefaultPort));

    private protected override ServerEndpoint Parse(string? endpoint) => new ClickHouseEndpoint(endpoint);

    private protected override void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client)
    {
        if (((ClickHouseEndpoint)endpoint).Groups && client.Name == WriteClient.Driver)
        {
            throw new ArgumentException(
                "--endpoint: group=true is for --client wire, because the driver encodes each insertion by itself; leave one of "
                + "the two out.");
        }
    }

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        Server((ClickHouseEndpoint)endpoint, address, options, "default").Product(CancellationToken.None);

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options) =>
        new ClickHousePlan(ClickHousePlan.Find(endpoint.Home), Path.GetFullPath(options.WorkFolder),
            options.ServerLimits);

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var clickHouse = (ClickHouseEndpoint)endpoint;
        bool isByDriver = Client(opening.Options.Client).Name == WriteClient.Driver;
        var server = Server(clickHouse, opening.Address, opening.Options, clickHouse.Database);
        server.Product(opening.Options.Cancellation);
        bool hasAsyncInsert = server.Query($"SELECT count() FROM system.settings WHERE name = '{ClickHouseTarget.AsyncInsert}'",
            opening.Options.Cancellation) is not [["0"]];
        return new ClickHouseTarget(opening, clickHouse, server, hasAsyncInsert, isByDriver);
    }

    private protected override TargetException Failure(string what, WireException error) =>
        ClickHouseErrors.OfTarget(what, error);

    private static ClickHouseServer Server(ClickHouseEndpoint endpoint, ServerAddress address, TargetOptions options,
        string database) =>
        new(address, endpoint.Connection(address, options), database);
}
