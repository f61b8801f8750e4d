using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Registers InfluxDB 1, 2 and 3, which are written by line protocol over HTTP with one point per record. Runs, <c>verify</c>
/// and source processes open their targets by it, and <c>targets</c> probes servers. <c>TargetCatalog</c> holds one instance
/// for all runs of a process, so the definition must keep nothing of an open target. A run can start a private server of
/// version 1. It changes no setting of a server that runs already.
/// </summary>
public sealed class InfluxDefinition : ServerDefinition, IDeployable
{
    private const string Series = "the tag series beside the tag source";

    internal const string Product1 = "influxdb";

    // The server stores nanoseconds in 64 bits. This is the limit in microseconds.
    private const long LastTimestamp = long.MaxValue / 1000;

    /// <inheritdoc/>
    public override string Name => Product1;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => InfluxContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary =>
        "InfluxDB 1, 2, 3 (line protocol over HTTP, a point a record, tagged by its source; a private server of version 1, or "
        + "a running one)";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Wire) { Operations = RecordOperations.Reads, SeriesAre = Series }];

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override string NoKeyReason => "source and timestamp identify a point, and no index serves sequence numbers";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.TimeSeries;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:8086, or --endpoint [http[s]://][USER@]HOST[:PORT], or influxd on the PATH or in home=DIR, "
        + "from which a server is started; the password, or without USER the token, in DBINGEST_INFLUXDB_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => InfluxContracts.All;

    /// <summary>Series and time identify a point, so two records of a source with the same timestamp would become one.</summary>
    public override TimestampLimits Timestamps { get; } = new(-LastTimestamp, LastTimestamp) { AreDistinct = true };

    /// <inheritdoc/>
    public override EndpointOptions Options => InfluxOptions.All;

    /// <inheritdoc/>
    public override bool StartsServerInNetwork => true;

    private protected override ServerAddress Local { get; } =
        new(HttpEndpoint.Plain, new IPEndPoint(IPAddress.Loopback, InfluxEndpoint.DefaultPort));

    private protected override ServerEndpoint Parse(string? endpoint) => new InfluxEndpoint(endpoint);

    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options) =>
        new InfluxServer(address, ((InfluxEndpoint)endpoint).Connection(address, options)).Version(CancellationToken.None)
            .Product;

    private protected override PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options)
    {
        var influx = (InfluxEndpoint)endpoint;
        if (contract.Name != InfluxContracts.Synced)
        {
            throw new TargetException(
                $"--durability {contract.Name} is of servers of version 3, and a private one is of version 1: name one by "
                + $"--endpoint, or take --durability {InfluxContracts.Synced}.");
        }

        return new InfluxPlan(
            InfluxPlan.Find(influx.Home), influx.Index, influx.FsyncDelayMs, influx.CacheMb,
                Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var influx = (InfluxEndpoint)endpoint;
        var address = opening.Address;
        var server = new InfluxServer(address, influx.Connection(address, opening.Options));
        var snapshots = opening.PrivateServer?.Layout.Nodes[0].Listens[1].Port ?? influx.BackupPort;
        var api = InfluxApi.Of(server, influx, Snapshots(address.Server, snapshots), opening.Options.Cancellation);
        return api.Contract == opening.Contract.Name
            ? new InfluxTarget(opening with { AttachEndpoint = influx.At(address, snapshots) }, influx, server, api)
            : throw new TargetException(
                $"{api.Product} at {address} does not keep --durability {opening.Contract.Name}: take --durability "
                + $"{api.Contract}.");
    }

    private protected override TargetException Failure(string what, WireException error) => InfluxErrors.OfTarget(what, error);

    private static EndPoint? Snapshots(EndPoint server, int? port) => port is null ? null
        : server is DnsEndPoint name ? new DnsEndPoint(name.Host, port.Value)
            : new IPEndPoint(((IPEndPoint)server).Address, port.Value);
}
