using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Registers PostgreSQL, written by binary COPY of DbIngest's own client or of Npgsql. <c>TargetCatalog</c> holds one instance,
/// by which runs, <c>verify</c>, source processes and <c>serve</c> open their targets. It changes no setting of a server that
/// runs already, and refuses one that cannot keep the durability level.
/// </summary>
public sealed class PostgresDefinition : ServerDefinition, IDeployable
{
    /// <inheritdoc/>
    public override string Name => "postgres";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => PostgresContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "PostgreSQL (one binary COPY and one transaction a batch)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override bool ReadsWithoutIndex => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override string Needs =>
        "installed server binaries (a private server is started), or --endpoint with host:port, a postgresql:// URI or an "
        + "Npgsql connection string, and the password in DBINGEST_POSTGRES_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire)
        {
            Operations = RecordOperations.AllAndFind,
            SplitOperations = RecordOperations.ReadsAndWrites,
            TellsAbsence = true,
            KeepsLedger = true,
            SeriesAre = WriteClient.IndexedSeries,
            IsDefault = true,
        },
        new(WriteClient.Driver)
        {
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            KeepsLedger = true,
            SeriesAre = WriteClient.IndexedSeries,
            IsAsync = true,
        },
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => PostgresContracts.All;

    /// <inheritdoc/>
    public override EndpointOptions Options => PostgresOptions.All;

    /// <inheritdoc/>
    public override IReadOnlyList<EndpointLimit> LimitsOf(string? endpoint) =>
        PostgresStore.Of(PostgresEndpoint.Parse(endpoint, password: null).TableOptions).Limit is { } limit ? [limit] : [];

    /// <inheritdoc/>
    public override bool StartsServerInNetwork => true;

    private protected override ServerAddress? Local => null;

    private protected override ServerEndpoint Parse(string? endpoint) => PostgresEndpoint.Parse(endpoint, password: null);

    private protected override void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client) =>
        PostgresStore.Of(((PostgresEndpoint)endpoint).TableOptions);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var sessions =
            new PostgresSessions(PostgresEndpoint.Parse(options.Endpoint, options.Password), options.RequestTimeout);
        using var connection = sessions.Open();
        return $"PostgreSQL {connection.PostgreSqlVersion}";
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        var binaries = PostgresBinaries.Find();
        string? extension = PostgresStore.Of(((PostgresEndpoint)endpoint).TableOptions).Extension;
        binaries.Require(extension);
        return new PostgresPlan(binaries, extension, options.Connections, Path.GetFullPath(options.WorkFolder),
            options.ServerLimits);
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var (options, contract) = (opening.Options, opening.Contract);
        var at = opening.PrivateServer is null ? PostgresEndpoint.Parse(options.Endpoint, options.Password)
            : PostgresEndpoint.Parse(opening.AttachEndpoint, password: null);
        var store = PostgresStore.Of(at.TableOptions);
        if (opening.PrivateServer is null)
        {
            PostgresProbe.Check(at, options.RequestTimeout);
        }

        var wire = Client(options.Client).Name == WriteClient.Driver ? null
            : PostgresWireOptions.From(at.ForSessions(options.RequestTimeout), options.RequestTimeout);
        var sessions = new PostgresSessions(at, options.RequestTimeout);
        try
        {
            var target = new PostgresTarget(opening, sessions, store, wire);
            sessions.Run(connection =>
            {
                PostgresSettings.Check(connection, contract);
                store.Check(connection);
                store.CheckContract(connection, contract);
                target.FindProcess(connection);
                return true;
            });
            return target;
        }
        catch
        {
            sessions.Dispose();
            throw;
        }
    }

    private protected override TargetException Failure(string what, WireException error) => PostgresErrors.OfTarget(what, error);
}
