using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>InfluxDB 1, 2 and 3: line protocol over HTTP, a point a record.</summary>
public sealed class InfluxDefinition() : HttpDefinition(InfluxEndpoint.DefaultPort), IDeployable
{
    internal const string Product1 = "influxdb";

    // Nanoseconds in 64 bits, here in microseconds.
    private const long LastTimestamp = long.MaxValue / 1000;

    /// <inheritdoc/>
    public override string Name => Product1;

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => InfluxContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "InfluxDB 1, 2, 3 (line protocol over HTTP, a point a record, tagged by its source; a private server of version 1, or one that is there)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.TimeSeries;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:8086, or --endpoint [http[s]://][USER@]HOST[:PORT], or influxd on the PATH or in home=DIR, from which a server is started; the password, or without USER the token, in DBINGEST_INFLUXDB_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => InfluxContracts.All;

    /// <summary>A point is known by its series and its time: two records of a source at the same time would be one.</summary>
    public override TimestampLimits Timestamps { get; } = new(-LastTimestamp, LastTimestamp) { AreDistinct = true };

    /// <inheritdoc/>
    public override EndpointOptions Options => InfluxOptions.All;

    private protected override HttpEndpoint Parse(string? endpoint) => new InfluxEndpoint(endpoint);

    private protected override string Product(HttpPlace place, HttpConnectionOptions connection) => new InfluxServer(place, connection).Version(CancellationToken.None).Product;

    private protected override PrivateHttpPlan PlanOwn(HttpEndpoint endpoint, DurabilityContract contract, TargetOptions options)
    {
        var influx = (InfluxEndpoint)endpoint;
        if (contract.Name != InfluxContracts.Synced)
        {
            throw new TargetException($"--durability {contract.Name} is of servers of version 3, and a private one is of version 1: name one by --endpoint, or take --durability {InfluxContracts.Synced}.");
        }

        return new InfluxConfiguration(
            InfluxConfiguration.Find(influx.Home), influx.Index, influx.FsyncDelayMs, influx.CacheMb, Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    private protected override ITarget Connect(DurabilityContract contract, HttpEndpoint endpoint, HttpPlace place, TargetOptions options, ServerLease<PrivateHttpServer>? own)
    {
        var influx = (InfluxEndpoint)endpoint;
        var server = new InfluxServer(place, endpoint.Connection(place, options));
        var api = InfluxApi.Of(server, influx, Snapshots(place, own?.Server.SecondPort ?? influx.BackupPort), options.Cancellation);
        return api.Contract == contract.Name
            ? new InfluxTarget(contract, influx, server, api, own)
            : throw new TargetException($"{api.Product} at {place} does not keep --durability {contract.Name}: take --durability {api.Contract}.");
    }

    private protected override TargetException Failure(string what, WireException error) => InfluxErrors.OfTarget(what, error);

    private static EndPoint? Snapshots(HttpPlace place, int? port) => port is null ? null
        : place.Server is DnsEndPoint name ? new DnsEndPoint(name.Host, port.Value) : new IPEndPoint(((IPEndPoint)place.Server).Address, port.Value);
}
