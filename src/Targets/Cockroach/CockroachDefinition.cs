using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Server;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Registers CockroachDB, which is written through PostgreSQL's protocol by DbIngest's own client. Runs, <c>verify</c>, source
/// processes and <c>serve</c> open their targets by it, and <c>targets</c> probes servers. <c>TargetCatalog</c> holds one
/// instance for all runs of a process, so the definition must keep nothing of an open target. A run can start a private node
/// or cluster. It changes no setting of a server that runs already.
/// </summary>
public sealed class CockroachDefinition : ServerDefinition, IDeployable
{
    internal const string Database = "cockroach";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => CockroachContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "CockroachDB (prepared UPSERT of many rows, or COPY; one transaction a batch, hash-sharded key, sources over all nodes)";

    /// <inheritdoc/>
    public override string Needs =>
        "a node at localhost:26257, or --endpoint [USER@]HOST[:PORT][,HOST[:PORT]...][/DATABASE][?OPTION=VALUE&...], the "
        + "password in DBINGEST_COCKROACH_PASSWORD, the user an administrator; "
        + "or the program cockroach in home=DIR or on the PATH, from which a node is started, with --nodes 3 a cluster";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire)
        {
            Operations = RecordOperations.All,
            TellsAbsence = true,
            SeriesAre = WriteClient.IndexedSeries,
        },
    ];

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override DataModel Model => DataModel.NewSql;

    /// <inheritdoc/>
    public override string? LicenceNotice =>
        "CockroachDB from version 24.3 on, and what was published of 23.1 to 24.2 since then, is under the CockroachDB "
        + "Software License (\"Limitations and Obligations\"): who discloses a benchmark discloses, to Cockroach "
        + "Labs too, all that is needed to repeat it, and CockroachDB may not be compared with products whose own terms "
        + "restrict benchmarks or their publishing (SQL Server, Couchbase and Oracle among them). "
        + "The Business Source License of versions before does not restrict benchmarks. Read the license of your version before "
        + "you measure or publish.";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("majority", "An acknowledged batch is synced to disk by more than half of the replicas of each range that it "
            + "touches (table.replicas in the settings): it survives a power cut, and with "
            + "three replicas or more the loss of a node.", Survival.PowerLoss),
    ];

    /// <summary>
    /// A minute and a half in total: after the loss of a node, statements are refused until its ranges have other leaseholders.
    /// </summary>
    public override RetryDefault? RetryDefault { get; } = new(Retries: 7, DelayS: 1);

    /// <inheritdoc/>
    public override EndpointOptions Options => CockroachOptions.All;

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    private protected override ServerAddress Local { get; } =
        new(scheme: null, new DnsEndPoint("localhost", CockroachEndpoint.DefaultPort));

    private protected override ServerEndpoint Parse(string? endpoint) => CockroachEndpoint.Parse(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        int node = 0;
        using var session = Cluster(endpoint, address, options).Open(ref node);
        return CockroachTarget.Version(session);
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        var cockroach = (CockroachEndpoint)endpoint;
        string program = CockroachHome.Find(endpoint.Home) ?? throw new TargetException(
            $"There is no CockroachDB to use: "
            + $"{(endpoint.Home is null ? $"no server answers at {Local}, and " : string.Empty)}there is no program cockroach "
            + $"{CockroachHome.Places(endpoint.Home)}. "
            + "Either start one (the vendor's archive or container image, port 26257), or name one by --endpoint HOST[:PORT], "
            + "or put the vendor's program cockroach on the PATH or name its folder by "
            + "--endpoint \"?home=DIR\", and a node is started for each run.",
            isUnreachable: true);
        var plan = new CockroachPlan(
            program, CockroachHome.NamedBy(program, endpoint.Home), options.Nodes, cockroach.CacheMb, cockroach.SqlMb,
                Path.GetFullPath(options.WorkFolder), options.ServerLimits);
        return cockroach.WantsCertificates is { } option
            ? throw new ArgumentException(
                $"--endpoint: {option} needs a running server: a private one has no certificates and only the user root; "
                + $"name the server before the '?'.")
            : cockroach.Replicas > plan.Nodes
                ? throw new ArgumentException(string.Create(
                    CultureInfo.InvariantCulture,
                        $"--endpoint: replicas={cockroach.Replicas}: "
                        + $"{(plan.Nodes == 1 ? "1 node is" : $"{plan.Nodes} nodes are")} started; set --nodes "
                        + $"to {cockroach.Replicas} or more."))
                : plan;
    }
    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        Product(endpoint, opening.Address, opening.Options);
        return new CockroachTarget(opening, (CockroachEndpoint)endpoint, Cluster(endpoint, opening.Address, opening.Options));
    }

    private protected override TargetException Failure(string what, WireException error) => CockroachErrors.OfTarget(what, error);

    private static CockroachCluster Cluster(ServerEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        new((CockroachEndpoint)endpoint, address, options.Password, options.RequestTimeout);
}
