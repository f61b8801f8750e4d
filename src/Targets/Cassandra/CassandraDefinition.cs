using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Registers Apache Cassandra, written over the CQL native protocol by DbIngest's own client or by the vendor's driver. Runs,
/// <c>verify</c>, source processes and <c>serve</c> open their targets by it, and <c>targets</c> probes servers.
/// <c>TargetCatalog</c> holds one instance for all runs of a process, and <c>Databases</c> puts the derived class with the
/// driver into its place in a build that has the driver. The definition must keep nothing of an open target. It must not
/// change a setting of a server that runs already: it refuses one that does not keep the durability level.
/// </summary>
/// <param name="driver">Connects the vendor's driver (CassandraCSharpDriver). Null in a build without it.</param>
public class CassandraDefinition(OpenDriver? driver) : ServerDefinition, IDeployable
{
    private const string Series = "partitions: the series is the bucket, so that bucket does nothing";

    internal const string Database = "cassandra";

    /// <summary>Registers the database without the vendor's driver. <c>TargetCatalog</c> creates it.</summary>
    public CassandraDefinition()
        : this(driver: null)
    {
    }

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => CassandraContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "Apache Cassandra (CQL native protocol, unlogged batches within one partition, token-aware)";

    /// <inheritdoc/>
    public override string NoTimeQueriesReason =>
        "a table has source and sequence number as its key, and CQL selects and groups by the key alone, so that each question "
        + "would filter all records of a source and could not group them by hours";

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
        new(WriteClient.Wire) { Operations = RecordOperations.All, IsDefault = true, SeriesAre = Series },
        OfficialDrivers.Client(OfficialDrivers.Package("CassandraCSharpDriver", "CassandraDriverVersion"),
            driver is not null) with { Operations = RecordOperations.All },
    ];

    /// <inheritdoc/>
    public override int LargestCluster => 16;

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override EndpointOptions Options => CassandraOptions.All;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => CassandraContracts.All;

    /// <summary>Limits <c>connections</c>: a writer that also finds single records does not share its connections.</summary>
    public override IReadOnlyList<EndpointLimit> LimitsOf(string? endpoint) =>
        CassandraEndpoint.Parse(endpoint).Connections is { } connections
            ? [new($"connections={connections}", "has no effect where single records are found", RecordOperations.All)] : [];

    private protected override ServerAddress Local { get; } =
        new(scheme: null, new IPEndPoint(IPAddress.Loopback, CassandraEndpoint.DefaultPort));

    private protected override OpenDriver? Driver => driver;

    private protected override ServerEndpoint Parse(string? endpoint) => CassandraEndpoint.Parse(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var session = CassandraCluster.Reach(address.Nodes, ((CassandraEndpoint)endpoint).Connection(options));
        int nodes = CqlRing.Read(session).Nodes.Count;
        return $"{CassandraTarget.Product(session)} ({(nodes == 1 ? "1 node" : $"{nodes} nodes")})";
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        var cassandra = (CassandraEndpoint)endpoint;
        var plan = new CassandraPlan(
            CassandraHome.Find(endpoint.Home),
            options.Nodes,
            cassandra.HeapMb,
            cassandra.Profile,
            CassandraContracts.IsSynced(contract),
            Path.GetFullPath(options.WorkFolder),
            options.ServerLimits);
        CassandraTarget.CheckReplication(cassandra, plan.Nodes);
        return plan;
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var cassandra = (CassandraEndpoint)endpoint;
        var cluster = CassandraCluster.Connect(opening.Address.Nodes, cassandra.Connection(opening.Options));
        try
        {
            using var session = cluster.OpenAny(opening.Options.Cancellation);
            CassandraSettings.Check(opening.Contract, CassandraSettings.Read(session));
            CassandraTarget.CheckReplication(cassandra, cluster.Nodes.Count);
            var nodes = opening.Address with { Nodes = [.. cluster.Nodes.Select(node => node.Node.Server)] };
            return new CassandraTarget(opening with { Address = nodes, AttachEndpoint = cassandra.At(nodes) }, cassandra,
                cluster);
        }
        catch
        {
            cluster.Dispose();
            throw;
        }
    }

    private protected override TargetException Failure(string what, WireException error) =>
        CassandraErrors.OfTarget(what, error);
}
