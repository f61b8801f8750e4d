using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>MongoDB: a server of its own, a replica set or a sharded cluster, written to by OP_MSG.</summary>
public sealed class MongoDefinition : TargetDefinition, IDeployable
{
    /// <summary>One for each size, configuration and work folder.</summary>
    private static readonly ServerPool<MongoPrivateConfiguration, PrivateDeployment> PrivateServers = new();

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    /// <inheritdoc/>
    public override string Name => "mongodb";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => MongoContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "MongoDB (OP_MSG, unordered insertions, one document a record; standalone, replica set, sharded)";

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
        new(WriteClient.Wire) { IsKeyed = true, IsDefault = true },
        new(WriteClient.Driver) { IsKeyed = true, Package = new("MongoDB.Driver", "MongoDriverVersion") },
    ];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    /// <inheritdoc/>
    public override EndpointOptions Options => MongoOptions.All;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => MongoContracts.All;

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = MongoEndpoint.Parse(options.Endpoint);
        MongoContracts.Check(contract, endpoint);
        endpoint.CheckFor(client.Name);
        if (options.Nodes is not null && endpoint.Hosts.Count > 0)
        {
            throw new ArgumentException(
                $"--nodes: --endpoint names {endpoint.Address}, a deployment that has the nodes that it has; leave one of the "
                + $"two options out.");
        }

        var connection = ConnectionOptions(endpoint, options);
        ServerLease<PrivateDeployment>? own = null;
        try
        {
            var hosts = endpoint.Hosts.Count > 0 ? endpoint.Hosts : LocalHosts(endpoint, options, connection);
            if (hosts.Count == 0)
            {
                var configuration = new MongoPrivateConfiguration(MongoHome.Find(endpoint.Home, options.Nodes > 1), options.Nodes,
                    endpoint.CacheMb, endpoint.Profile, Path.GetFullPath(options.WorkFolder))
                {
                    Limits = options.ServerLimits,
                };
                own = PrivateServers.Acquire(configuration,
                    () => PrivateDeployment.Start(configuration, options.Say, options.Cancellation));
                hosts = own.Server.Hosts;
            }

            // What the driver is told of the endpoint holds no password.
            var known = options.Password is null && endpoint.Address?.Password?.Invoke() is { } given
                ? options with { Password = new Secret(given) } : options;
            return MongoTarget.Connect(
                Name, contract, endpoint, hosts, connection, own, client.Name == WriteClient.Driver
                    ? at => MongoDriverPath.Open(at, contract, known) : null);
        }
        catch (WireException exception)
        {
            own?.Dispose();
            throw MongoErrors.OfTarget($"MongoDB at {endpoint.Address?.ToString() ?? "localhost:27017"} cannot be used",
                exception);
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
            var endpoint = MongoEndpoint.Parse(options.Endpoint);
            var connection =
                ConnectionOptions(endpoint, options) with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout };
            var hosts = endpoint.Hosts.Count > 0 ? endpoint.Hosts : LocalHosts(endpoint, options, connection);
            if (hosts.Count == 0)
            {
                var home = MongoHome.Find(endpoint.Home, options.Nodes > 1);
                return new(true, $"{home.Mongod}: a replica set of one is started for a run");
            }

            var deployment = MongoDeployment.Connect(hosts, endpoint.SetName, endpoint.IsDirect, connection);
            using var session = deployment.Open();
            return new(true, $"{MongoServerInfo.Read(session).Product} at {string.Join(',', hosts.Select(MongoAddress.Show))}");
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException or WireException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>How connections are made to a deployment.</summary>
    internal static MongoConnectionOptions ConnectionOptions(MongoEndpoint endpoint, TargetOptions options) => new()
    {
        ConnectTimeout = endpoint.ConnectTimeoutMs is { } given ? TimeSpan.FromMilliseconds(given) : options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        ZlibLevel = endpoint.ZlibLevel,
        ApplicationName = endpoint.ApplicationName,
        Credentials = endpoint.User is null && !endpoint.IsByCertificate
            ? null
            : new MongoCredentials(
                endpoint.User, () => options.Password?.Reveal() ?? endpoint.Address?.Password?.Invoke()
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

    /// <summary>The server at this machine's usual port, if one answers there and no private one is asked for.</summary>
    private static IReadOnlyList<EndPoint> LocalHosts(MongoEndpoint endpoint, TargetOptions options,
        MongoConnectionOptions connection)
    {
        if (endpoint.WantsOwn || options.Nodes is not null || options.ServerLimits is not null)
        {
            return [];
        }

        var local = new IPEndPoint(IPAddress.Loopback, MongoAddress.DefaultPort);
        try
        {
            MongoConnection.Open(local, connection with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout })
                .Dispose();
            return [local];
        }
        catch (ConnectionLostException)
        {
            return [];
        }
        catch (MongoServerException)
        {
            // It answers, and refuses us: the user is to hear of that, and not to get another server.
            return [local];
        }
    }
}
