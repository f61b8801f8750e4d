using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// The recipe of a server of InfluxDB 1. <c>ProcessProvider</c> (<c>dbingest cluster</c>) starts a process by it with the
/// configuration of a private server, on loopback addresses only, since it requires no login. <c>ComposeProvider</c> marks
/// containers by it, with an empty database, and recognises them later.
/// </summary>
internal sealed class InfluxRecipe : HttpRecipe
{
    /// <inheritdoc/>
    public override string Database => "influxdb";

    /// <inheritdoc/>
    public override int DefaultPort => 8086;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
    [
        EndpointOption.Word("index", "where series are indexed", "inmem", "tsi1") with { Default = "inmem" },
        EndpointOption.Number("fsync_delay_ms", 0, 1000, "how long a write waits for others to be synced with it")
            with { Default = "0" },
        EndpointOption.Size("cache", "largest amount in memory before writes are refused") with { Default = "1G" },
    ]);

    /// <inheritdoc/>
    public override string FindHome(string? named) => InfluxPlan.Find(named);

    /// <inheritdoc/>
    public override string AssumeHome(string named) => Path.GetFullPath(Path.Combine(named, "usr", "bin", "influxd"));

    /// <inheritdoc/>
    protected override int SecondPort(int port) => port + 2;

    /// <inheritdoc/>
    protected override HttpServerPlan PlanOf(ServerOrder order) => new InfluxPlan(
        order.Home, order.Settings.Text("index")!, order.Settings.Number("fsync_delay_ms")!.Value,
            order.Settings.Mebibytes("cache")!.Value, order.Nodes[0].Folder, order.Limits);

    /// <inheritdoc/>
    protected override string EndpointOptionsOf(ServerOrder order) =>
        Options(("backup_port", SecondPort(order.Port).ToString(CultureInfo.InvariantCulture)));

    /// <inheritdoc/>
    protected override bool Mark(ServerAddress place, HttpConnectionOptions options, string name) =>
        new InfluxServer(place, options).Query($"CREATE DATABASE {name}", null, CancellationToken.None).Count >= 0;

    /// <inheritdoc/>
    protected override IEnumerable<string> Names(ServerAddress place, HttpConnectionOptions options) =>
        new InfluxServer(place, options).Query("SHOW DATABASES", null, CancellationToken.None)
        .SelectMany(series => series.Rows).Select(row => row["name"].GetString()!);
}
