using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>
/// The recipe of a ClickHouse server. <c>ProcessProvider</c> (<c>dbingest cluster</c>) starts a process by it with the
/// configuration of a private server, on loopback addresses only, since it requires no login. <c>ComposeProvider</c> marks
/// containers by it, with an empty database, and recognises them later.
/// </summary>
internal sealed class ClickHouseRecipe : HttpRecipe
{
    /// <inheritdoc/>
    public override string Database => "clickhouse";

    /// <inheritdoc/>
    public override int DefaultPort => 8123;

    /// <inheritdoc/>
    public override EndpointOptions Settings => EndpointOptions.None;

    /// <inheritdoc/>
    public override string FindHome(string? named) => ClickHousePlan.Find(named);

    /// <inheritdoc/>
    public override string AssumeHome(string named) => Path.GetFullPath(Path.Combine(named, "usr", "bin", "clickhouse-server"));

    /// <inheritdoc/>
    protected override int SecondPort(int port) => port + 877;

    /// <inheritdoc/>
    protected override HttpServerPlan PlanOf(ServerOrder order) =>
        new ClickHousePlan(order.Home, order.Nodes[0].Folder, order.Limits);

    /// <inheritdoc/>
    protected override bool Mark(ServerAddress place, HttpConnectionOptions options, string name) => new ClickHouseServer(place,
        options, "default").Query($"CREATE DATABASE IF NOT EXISTS {name}", CancellationToken.None).Count >= 0;

    /// <inheritdoc/>
    protected override IEnumerable<string> Names(ServerAddress place, HttpConnectionOptions options) =>
        new ClickHouseServer(place, options, "default").Query("SHOW DATABASES", CancellationToken.None).Select(row => row[0]);
}
