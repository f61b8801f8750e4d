using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra;

/// <summary>Apache Cassandra, written to over the CQL native protocol by our own client or by the vendor's.</summary>
/// <param name="driver">Opens the vendor's driver (CassandraCSharpDriver); null in a build without it.</param>
public class CassandraDefinition(OpenDriver? driver) : TargetDefinition, IDeployable
{
    /// <summary>One for each size, configuration and work folder.</summary>
    private static readonly ServerPool<RingConfiguration, PrivateRing> PrivateRings = new();

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    /// <summary>The database with our own client alone.</summary>
    public CassandraDefinition()
        : this(driver: null)
    {
    }

    /// <inheritdoc/>
    public override string Name => "cassandra";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => CassandraContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "Apache Cassandra (CQL native protocol, unlogged batches within one partition, token-aware)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.WideColumn;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:9042, or --endpoint HOST[:PORT][,...][?rf=3&...], or a server home in CASSANDRA_HOME (or the "
        + "folder "
        + "cassandra in DBINGEST_SERVERS) from which a node is started, with --nodes 4 a ring; the password in "
        + "DBINGEST_CASSANDRA_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { IsKeyed = true, IsDefault = true },
        OfficialDrivers.Client(OfficialDrivers.Package("CassandraCSharpDriver", "CassandraDriverVersion"),
            driver is not null) with { IsKeyed = true },
    ];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    /// <inheritdoc/>
    public override EndpointOptions Options => CassandraOptions.All;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => CassandraContracts.All;

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = CassandraEndpoint.Parse(options.Endpoint);
        if (options.Nodes is not null && endpoint.Hosts.Count > 0)
        {
            throw new ArgumentException(
                $"--nodes: --endpoint names {CassandraEndpoint.Show(endpoint.Hosts)}, a cluster that has the nodes that it "
                + $"has; leave one of the two options out.");
        }

        var connection = endpoint.Connection(options);
        ServerLease<PrivateRing>? own = null;
        try
        {
            var hosts = endpoint.Hosts.Count > 0 ? endpoint.Hosts : LocalHosts(endpoint, options, connection);
            if (hosts.Count == 0)
            {
                var ring = new RingConfiguration(
                    CassandraHome.Find(endpoint.Home), options.Nodes, endpoint.HeapMb, endpoint.Profile,
                        CassandraContracts.IsSynced(contract), Path.GetFullPath(options.WorkFolder))
                {
                    Limits = options.ServerLimits,
                };
                CassandraTarget.CheckReplication(endpoint, ring.Nodes);
                own = PrivateRings.Acquire(ring, () => PrivateRing.Start(ring, options.Say, options.Cancellation));
                hosts = own.Server.Hosts;
            }

            return CassandraTarget.Connect(
                Name, contract, endpoint, hosts, connection, own, client.Name == WriteClient.Driver
                    ? at => driver!(at, contract, options) : null);
        }
        catch (WireException exception)
        {
            own?.Dispose();
            throw CassandraErrors.OfTarget($"Cassandra at {CassandraEndpoint.Show(endpoint.Hosts)} cannot be used", exception);
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
            var endpoint = CassandraEndpoint.Parse(options.Endpoint);
            var connection = endpoint.Connection(options) with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout };
            var hosts = endpoint.Hosts.Count > 0 ? endpoint.Hosts : LocalHosts(endpoint, options, connection);
            if (hosts.Count == 0)
            {
                var home = CassandraHome.Find(endpoint.Home);
                return new(true, $"Cassandra {home.Version} in {home.Folder}: a node is started for a run");
            }

            using var cluster = CassandraCluster.Connect(hosts, connection);
            using var session = cluster.OpenAny();
            string version = session.Query("SELECT release_version FROM system.local")[0].Text("release_version");
            return new(true, $"Apache Cassandra {version} at {CassandraEndpoint.Show(hosts)}, {cluster.Nodes.Count} node(s)");
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException or WireException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>The node at this machine's usual port, if one answers there and no private one is asked for.</summary>
    private static IReadOnlyList<EndPoint> LocalHosts(CassandraEndpoint endpoint, TargetOptions options,
        CqlConnectionOptions connection)
    {
        if (endpoint.WantsOwn || options.Nodes is not null || options.ServerLimits is not null)
        {
            return [];
        }

        var local = new IPEndPoint(IPAddress.Loopback, CassandraEndpoint.DefaultPort);
        try
        {
            CqlConnection.Open(local, connection with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout }).Dispose();
            return [local];
        }
        catch (ConnectionLostException)
        {
            return [];
        }
        catch (CqlServerException)
        {
            // It answers, and refuses us: the user is to hear of that, and not to get another server.
            return [local];
        }
    }
}
