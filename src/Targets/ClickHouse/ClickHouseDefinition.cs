using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>ClickHouse: insertions of RowBinary over HTTP into a MergeTree.</summary>
public sealed class ClickHouseDefinition() : HttpDefinition(ClickHouseEndpoint.DefaultPort), IDeployable
{
    internal const string Database = "clickhouse";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => ClickHouseContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "ClickHouse (RowBinary over HTTP, MergeTree ordered by source and sequence; a private server or one that is there)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:8123, or --endpoint [http[s]://][USER@]HOST[:PORT], or clickhouse-server on the PATH or in home=DIR, from which a server is started; the password in DBINGEST_CLICKHOUSE_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire) { IsDefault = true }, new(WriteClient.Driver)];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(
            "nosync",
            "The batch is a part of the table in the operating system's memory, and not synced to disk, as the vendor's default has it: it survives the end of the process, a power cut may lose it.",
            Survival.ProcessCrash),
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options => ClickHouseOptions.All;

    private protected override HttpEndpoint Parse(string? endpoint) => new ClickHouseEndpoint(endpoint);

    private protected override string Product(HttpPlace place, HttpConnectionOptions connection) => new ClickHouseServer(place, connection, "default").Product(CancellationToken.None);

    private protected override PrivateHttpPlan PlanOwn(HttpEndpoint endpoint, DurabilityContract contract, TargetOptions options) =>
        new ClickHouseConfiguration(ClickHouseConfiguration.Find(endpoint.Home), Path.GetFullPath(options.WorkFolder), options.ServerLimits);

    private protected override ITarget Connect(DurabilityContract contract, HttpEndpoint endpoint, HttpPlace place, TargetOptions options, ServerLease<PrivateHttpServer>? own)
    {
        var clickHouse = (ClickHouseEndpoint)endpoint;
        var connection = endpoint.Connection(place, options);
        var server = new ClickHouseServer(place, connection, clickHouse.Database);
        server.Product(options.Cancellation);
        bool hasAsyncInsert = server.Query($"SELECT count() FROM system.settings WHERE name = '{ClickHouseTarget.AsyncInsert}'", options.Cancellation) is not [["0"]];
        return new ClickHouseTarget(
            contract,
            clickHouse,
            server,
            Client(options.Client).Name == WriteClient.Driver
                ? (table, settings, cancellation) => new DriverInsertions(place, connection, options.Password, table, settings, cancellation)
                : null,
            hasAsyncInsert,
            own);
    }

    private protected override TargetException Failure(string what, WireException error) => ClickHouseErrors.OfTarget(what, error);
}
