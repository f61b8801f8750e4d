using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// A server of one process that speaks HTTP: what a private one is started with, at a place that the order names.
/// </summary>
internal abstract class HttpRecipe : ServerRecipe
{
    /// <summary>The port of its second protocol, as far from the first as the vendor's.</summary>
    protected abstract int SecondPort(int port);

    /// <summary>What a private server of the order's settings would be.</summary>
    protected abstract HttpServerPlan PlanOf(ServerOrder order);

    /// <summary>Options that the endpoint carries.</summary>
    protected virtual string EndpointOptionsOf(ServerOrder order) => string.Empty;

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order)
    {
        var plan = PlanOf(order);
        return new([.. order.Nodes.Select(node => plan.Node(node, [order.Port, SecondPort(order.Port)]))]);
    }

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.Nodes.All(node => OwnMachine.IsLoopback(node.Address))
        ? null
        : "the server lets in everybody who reaches it; keep it to an address of this machine, or deploy it by the vendor's "
            + "own means and name it with --endpoint";

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        $"http://{Hosts(nodes, order.Port)}{EndpointOptionsOf(order)}";

    /// <inheritdoc/>
    public override void Mark(ServerOrder order, string mark) =>
        Ask(order, order.Nodes[0], (place, options) => Mark(place, options, mark));

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) =>
        Ask(order, node, (place, options) => Names(place, options).Contains(mark));

    /// <summary>Makes something empty of a name.</summary>
    protected abstract bool Mark(ServerAddress place, HttpConnectionOptions options, string name);

    /// <summary>The names of what the server has of that kind.</summary>
    protected abstract IEnumerable<string> Names(ServerAddress place, HttpConnectionOptions options);

    private static bool Ask(ServerOrder order, ServerPlace node, Func<ServerAddress, HttpConnectionOptions, bool> work)
    {
        var place = new AddressForm(order.Home, order.Port)
        {
            Schemes = [HttpEndpoint.Plain],
            KeepsScheme = true
        }.Parse(Hosts([node], order.Port));
        try
        {
            return work(place,
                new HttpConnectionOptions { ConnectTimeout = ServerTimeouts.Deployed, RequestTimeout = ServerTimeouts.Deployed });
        }
        catch (WireException exception)
        {
            throw new TargetException($"{node.Name} at {place} does not answer: {exception.Message}", exception,
                isUnreachable: true);
        }
    }
}
