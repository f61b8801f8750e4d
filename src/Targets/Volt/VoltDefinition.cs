using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Volt.Server;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Registers VoltDB, which is written through its native protocol by DbIngest's own client. <c>TargetCatalog</c> holds one
/// instance, by which runs, <c>verify</c> and source processes open their targets. A run can start a private server, which has no
/// command log. It changes no setting of a server that runs already.
/// </summary>
public sealed class VoltDefinition : ServerDefinition
{
    internal const string Database = "voltdb";

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public override string Summary =>
        "VoltDB (its native protocol, tables by @LoadSinglepartitionTable or asynchronous inserts; all in memory; a private "
        + "server or a running one)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.NewSql;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:21212, or --endpoint [USER@]HOST[:PORT],HOST[:PORT]..., or a distribution in VOLTDB_HOME or "
        + "home=DIR and Java, from which a server is started; the password in DBINGEST_VOLTDB_PASSWORD";

    /// <inheritdoc/>
    public override string LicenceNotice =>
        "VoltDB Community Edition (up to 10) is under the GNU Affero General Public License, version 3, which does not "
        + "restrict benchmarks. The commercial editions, and Volt Active Data since, are under "
        + "agreements of the vendor's own: read the one that you have before you publish figures of theirs.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Wire) { Operations = RecordOperations.All }];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => VoltContracts.All;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <summary>Above NULL (<see cref="VoltFloat.Null"/>) by more than the last bits of a value, which updates change.</summary>
    public override double LeastValue => -1.69e308;

    /// <inheritdoc/>
    public override EndpointOptions Options => VoltOptions.All;

    private protected override ServerAddress Local { get; } =
        new(scheme: null, new IPEndPoint(IPAddress.Loopback, VoltEndpoint.DefaultPort));

    private protected override ServerEndpoint Parse(string? endpoint) => VoltEndpoint.Parse(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        using var session = Server(endpoint, address, options).Open();
        return $"VoltDB {VoltCatalog.Overview(session).GetValueOrDefault("VERSION")}";
    }

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        if (contract != VoltContracts.Memory && contract != VoltContracts.Snapshot)
        {
            throw new TargetException(
                $"--durability {contract.Name}: a private server has no command log, which the Community Edition leaves out; "
                + $"name a server of a commercial edition by --endpoint.");
        }

        var volt = (VoltEndpoint)endpoint;
        return new VoltPlan(
            VoltHome.Find(volt.Home), volt.HeapMb, volt.Sites, contract == VoltContracts.Snapshot ? volt.SnapshotS
                : null, Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var server = Server(endpoint, opening.Address, opening.Options);
        using var session = server.Open();
        VoltContracts.Check(opening.Contract, VoltCatalog.Deployment(session));
        return new VoltTarget(opening, (VoltEndpoint)endpoint, server);
    }

    private protected override TargetException Failure(string what, WireException error) => VoltErrors.OfTarget(what, error);

    private static VoltSessions Server(ServerEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        new(address.Nodes, ((VoltEndpoint)endpoint).Connection(address, options));
}
