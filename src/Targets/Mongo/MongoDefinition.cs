using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Registers MongoDB, standalone, as a replica set or as a sharded cluster, written through OP_MSG by DbIngest's own client or
/// by the vendor's driver. Runs, <c>verify</c>, source processes and <c>serve</c> open their targets by it, and <c>targets</c>
/// probes servers. <c>TargetCatalog</c> holds one instance for all runs of a process, so the definition must keep nothing of
/// an open target. It changes no setting of a server that runs already, except that a trial stops the balancer of a sharded
/// cluster.
/// </summary>
public sealed class MongoDefinition : ServerDefinition, IDeployable
{
    internal const string Database = "mongodb";
    private const string Series = "a field of 32-bit whole numbers, with an index on source, series and timestamp";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => MongoContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "MongoDB (OP_MSG, unordered insertions, one document a record; standalone, replica set, sharded)";

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Document;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:27017, or --endpoint mongodb://[USER@]HOST[:PORT][,...][/DATABASE][?tls=true&...], or mongod "
        + "on the PATH or in home=DIR, "
        + "from which a replica set of one is started, with --nodes 4 a cluster of four shards; the password in "
        + "DBINGEST_MONGODB_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire)
        {
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            IsDefault = true,
            SeriesAre = Series,
        },
        new(WriteClient.Driver)
        {
            SeriesAre = Series,
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            IsAsync = true,
            Package = new("MongoDB.Driver", "MongoDriverVersion"),
        },
    ];

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override EndpointOptions Options => MongoOptions.All;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => MongoContracts.All;

    /// <inheritdoc/>
    public override IReadOnlyList<EndpointLimit> LimitsOf(string? endpoint) => MongoEndpoint.Parse(endpoint).Limits;

    private protected override ServerAddress Local { get; } =
        new(scheme: null, new IPEndPoint(IPAddress.Loopback, MongoAddress.DefaultPort));

    private protected override OpenDriver Driver { get; } = MongoDriverPath.Open;

    private protected override ServerEndpoint Parse(string? endpoint) => MongoEndpoint.Parse(endpoint);

    private protected override void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client)
    {
        var mongo = (MongoEndpoint)endpoint;
        MongoContracts.Check(contract, mongo);
        mongo.CheckFor(client.Name);
    }

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var session = Deployment((MongoEndpoint)endpoint, address, options).Open();
        return MongoServerInfo.Read(session).Product;
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        var mongo = (MongoEndpoint)endpoint;
        return new MongoPlan(MongoHome.Find(mongo.Home, options.Nodes > 1), options.Nodes, mongo.CacheMb, mongo.Profile,
            Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var mongo = (MongoEndpoint)endpoint;
        var deployment = Deployment(mongo, opening.Address, opening.Options);
        if (deployment.Kind == DeploymentKind.Sharded && mongo is { Shape: "timeseries", Shard: "ranged" })
        {
            throw new TargetException(
                "shard=ranged splits a collection by source and sequence, and MongoDB shards a time series by its source or time "
                + "alone and splits it by no command: take shard=hashed or shard=none with shape=timeseries.");
        }

        using var session = deployment.Open(opening.Options.Cancellation);

        // The endpoint that the driver receives contains no password.
        var options = opening.Options.Password is null && mongo.Password?.Invoke() is { } given
            ? opening.Options with { Password = new Secret(given) } : opening.Options;
        return new MongoTarget(opening with { Options = options }, mongo, deployment, MongoServerInfo.Read(session));
    }

    private protected override TargetException Failure(string what, WireException error) => MongoErrors.OfTarget(what, error);

    private static MongoDeployment Deployment(MongoEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        MongoDeployment.Connect(address.Nodes, endpoint.SetName, endpoint.IsDirect, ConnectionOptions(endpoint, options));

    /// <summary>Derives how each connection is made, also for the vendor's driver.</summary>
    internal static MongoConnectionOptions ConnectionOptions(MongoEndpoint endpoint, TargetOptions options) => new()
    {
        ConnectTimeout = endpoint.ConnectTimeoutMs is { } given ? TimeSpan.FromMilliseconds(given) : options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        ZlibLevel = endpoint.ZlibLevel,
        ApplicationName = endpoint.ApplicationName,
        Credentials = endpoint.User is null && !endpoint.IsByCertificate
            ? null
            : new MongoCredentials(
                endpoint.User, () => options.Password?.Reveal() ?? endpoint.Password?.Invoke()
                    ?? string.Empty, endpoint.AuthenticationSource, endpoint.Mechanism),
        Tls = endpoint.Tls
            ? new TlsOptions
            {
                Authorities = CertificateFiles.Authorities("tlscafile", endpoint.Authority),
                AcceptsAnyCertificate = endpoint.AcceptsAnyCertificate,
                ChecksName = !endpoint.AcceptsAnyName,
                ClientCertificate = CertificateFiles.Client("tlscertificatekeyfile", endpoint.CertificateFile, key: null,
                    endpoint.CertificatePassword),
            }
            : null,
    };
}
