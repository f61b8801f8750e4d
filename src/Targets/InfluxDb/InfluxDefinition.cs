using DbIngest.Core.Endpoints;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>InfluxDB 1: line protocol over HTTP, a point a record.</summary>
public sealed class InfluxDefinition() : HttpDefinition(InfluxEndpoint.DefaultPort)
{
    internal const string Product1 = "influxdb";

    // Nanoseconds in 64 bits, here in microseconds.
    private const long LastTimestamp = long.MaxValue / 1000;

    /// <inheritdoc/>
    public override string Name => Product1;

    /// <inheritdoc/>
    public override string Summary => "InfluxDB 1 (line protocol over HTTP, a point a record, tagged by its source; a private server or one that is there)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.TimeSeries;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:8086, or --endpoint [http[s]://][USER@]HOST[:PORT], or influxd on the PATH or in home=DIR, from which a server is started; the password in DBINGEST_INFLUXDB_PASSWORD";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(
            "fsync",
            "The batch is in the write-ahead log and synced to disk, alone or with others that were written within wal-fsync-delay: it survives a power cut.",
            Survival.PowerLoss),
    ];

    /// <summary>A point is known by its series and its time: two records of a source at the same time would be one.</summary>
    public override TimestampLimits Timestamps { get; } = new(-LastTimestamp, LastTimestamp) { AreDistinct = true };

    /// <inheritdoc/>
    public override EndpointOptions Options => InfluxOptions.All;

    private protected override HttpEndpoint Parse(string? endpoint) => new InfluxEndpoint(endpoint);

    private protected override string Product(HttpPlace place, HttpConnectionOptions connection) => new InfluxServer(place, connection).Product(CancellationToken.None);

    private protected override PrivateHttpPlan PlanOwn(HttpEndpoint endpoint, DurabilityContract contract, TargetOptions options)
    {
        var influx = (InfluxEndpoint)endpoint;
        return new InfluxConfiguration(
            InfluxConfiguration.Find(influx.Home), influx.Index, influx.FsyncDelayMs, influx.CacheMb, Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    private protected override ITarget Connect(DurabilityContract contract, HttpEndpoint endpoint, HttpPlace place, TargetOptions options, ServerLease<PrivateHttpServer>? own)
    {
        var server = new InfluxServer(place, endpoint.Connection(place, options));
        server.Product(options.Cancellation);
        return new InfluxTarget(contract, (InfluxEndpoint)endpoint, server, own);
    }

    private protected override TargetException Failure(string what, WireException error) => InfluxErrors.OfTarget(what, error);
}
