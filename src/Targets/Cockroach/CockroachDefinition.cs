using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Server;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach;

/// <summary>CockroachDB, written to over PostgreSQL's protocol.</summary>
public sealed class CockroachDefinition : TargetDefinition, IDeployable
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    private static readonly ServerPool<ClusterConfiguration, PrivateCluster> PrivateClusters = new();

    /// <inheritdoc/>
    public override string Name => "cockroach";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => CockroachContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "CockroachDB (prepared UPSERT of many rows, or COPY; one transaction a batch, hash-sharded key, sources over all nodes)";

    /// <inheritdoc/>
    public override string Needs =>
        "a node at localhost:26257, or --endpoint [USER@]HOST[:PORT][,HOST[:PORT]...][/DATABASE][?OPTION=VALUE&...], the password in DBINGEST_COCKROACH_PASSWORD, the user an administrator; "
        + "or the program cockroach in home=DIR or on the PATH, from which a node is started, with --nodes 3 a cluster";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.NewSql;

    /// <inheritdoc/>
    public override string? LicenceNotice =>
        "CockroachDB from version 24.3 on, and what was published of 23.1 to 24.2 since then, is under the CockroachDB Software License (\"Limitations and Obligations\"): who discloses a benchmark discloses, to Cockroach "
        + "Labs too, all that is needed to repeat it, and CockroachDB may not be compared with products whose own terms restrict benchmarks or their publishing (SQL Server, Couchbase and Oracle among them). "
        + "The Business Source License of versions before does not restrict benchmarks. Read the one that you have before you measure or publish.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire)];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("majority", "An acknowledged batch is synced to disk by more than half of the replicas of each range that it touches (table.replicas in the settings): it survives a power cut, and with "
            + "three replicas or more the loss of a node.", Survival.PowerLoss),
    ];

    /// <summary>A minute and a half: until the ranges of a node that is lost have other leaseholders, statements are refused at once.</summary>
    public override RetryDefault? RetryDefault { get; } = new(Retries: 7, DelayS: 1);

    /// <inheritdoc/>
    public override EndpointOptions Options => CockroachOptions.All;

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        Client(options.Client);
        var endpoint = CockroachEndpoint.Parse(options.Endpoint);
        if (options.Nodes is not null && endpoint.IsNamed)
        {
            throw new ArgumentException($"--nodes: --endpoint names {endpoint.Show}, a cluster that has the nodes that it has; leave one of the two options out.");
        }

        ServerLease<PrivateCluster>? own = null;
        try
        {
            if (IsOwn(endpoint, options))
            {
                var configuration = Plan(endpoint, options);
                own = PrivateClusters.Acquire(configuration, () => PrivateCluster.Start(configuration, options.Say, options.Cancellation));
                own.Server.EnsureRunning(options.Cancellation);
                endpoint = endpoint.At(own.Server.Places);
            }
            else if (!endpoint.IsNamed)
            {
                endpoint = endpoint.At(endpoint.Nodes);
            }

            var cluster = new CockroachCluster(endpoint, options.Password, options.RequestTimeout);
            cluster.Run("The cluster cannot be used", CockroachTarget.Version, options.Cancellation);
            return new CockroachTarget(Name, contract, endpoint, cluster, own);
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
            var endpoint = CockroachEndpoint.Parse(options.Endpoint);
            return IsOwn(endpoint, options)
                ? new(true, $"{Plan(endpoint, options).Program}: a private node is started for a run")
                : new(true, $"{new CockroachCluster(endpoint, options.Password, ProbeTimeout).Run("The cluster cannot be used", CockroachTarget.Version)} at {endpoint.Show}");
        }
        catch (Exception e) when (e is TargetException or ArgumentException)
        {
            return new(false, e.Message);
        }
    }

    /// <summary>Whether nodes are to be started: none is named, and none answers on this machine's usual port, or one of ours is asked for.</summary>
    private static bool IsOwn(CockroachEndpoint endpoint, TargetOptions options) => !endpoint.IsNamed
        && (endpoint.WantsOwn || options.Nodes is not null || options.ServerLimits is not null || !new CockroachCluster(endpoint, options.Password, ProbeTimeout).Answers());

    private static ClusterConfiguration Plan(CockroachEndpoint endpoint, TargetOptions options)
    {
        string program = CockroachHome.Find(endpoint.Home) ?? throw new TargetException(
            $"There is no CockroachDB to use: {(endpoint.Home is null ? $"no server answers at {endpoint.Show}, and " : string.Empty)}there is no program cockroach {CockroachHome.Places(endpoint.Home)}. "
            + "Either start one (the vendor's archive or container image, port 26257), or name one by --endpoint HOST[:PORT], or put the vendor's program cockroach on the PATH or name its folder by "
            + "--endpoint \"?home=DIR\", and a node is started for each run.",
            isUnreachable: true);
        var configuration = new ClusterConfiguration(program, options.Nodes, endpoint.CacheMb, endpoint.SqlMb, Path.GetFullPath(options.WorkFolder), options.ServerLimits);
        return endpoint.WantsCertificates is { } option
            ? throw new ArgumentException($"--endpoint: {option} is for a server that is there: a private one has no certificates and the user root alone; name the server before the '?'.")
            : endpoint.Replicas > configuration.Nodes
                ? throw new ArgumentException(string.Create(
                    CultureInfo.InvariantCulture, $"--endpoint: replicas={endpoint.Replicas}: {(configuration.Nodes == 1 ? "1 node is" : $"{configuration.Nodes} nodes are")} started; with --nodes, as many as are needed are."))
                : configuration;
    }
}
