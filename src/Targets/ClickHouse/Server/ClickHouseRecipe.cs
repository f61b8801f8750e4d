using DbIngest.Core.Endpoints;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>A ClickHouse server.</summary>
internal sealed class ClickHouseRecipe : HttpRecipe
{
    /// <inheritdoc/>
    public override string Database => "clickhouse";

    /// <inheritdoc/>
    public override int DefaultPort => 8123;

    /// <inheritdoc/>
    public override EndpointOptions Settings => EndpointOptions.None;

    /// <inheritdoc/>
    public override string FindHome(string? named) => ClickHouseConfiguration.Find(named);

    /// <inheritdoc/>
    protected override int SecondPort(int port) => port + 877;

    /// <inheritdoc/>
    protected override PrivateHttpPlan PlanOf(ServerOrder order) => new ClickHouseConfiguration(order.Home, order.Nodes[0].Folder, order.Limits);
}
