using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// The recipe of a server that is one process and speaks HTTP. QuestDB, ClickHouse and InfluxDB derive theirs.
/// <c>ProcessProvider</c> of <c>dbingest cluster</c> starts the process at the place of the order, with the configuration of a
/// private server, and <c>ComposeProvider</c> marks containers and recognises them by it. Such servers require no login, so it
/// refuses addresses that other machines can reach.
/// </summary>
internal abstract class HttpRecipe : ServerRecipe
{
    /// <summary>The port of the server's second protocol, at the same distance as between the vendor's default ports.</summary>
    /// <param name="port">The port for clients.</param>
    protected abstract int SecondPort(int port);

    /// <summary>The plan of a private server with the settings of an order.</summary>
    protected abstract HttpServerPlan PlanOf(ServerOrder order);

    /// <summary>Options of the endpoint, with the question mark. Empty for none.</summary>
    protected virtual string EndpointOptionsOf(ServerOrder order) => string.Empty;

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order)
    {
        var plan = PlanOf(order);
        return new([.. order.Nodes.Select(node => plan.Node(node, [order.Port, SecondPort(order.Port)]))]);
    }

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) =>
        SecondPort(order.Port) is > IPEndPoint.MaxPort and var second
            ? string.Create(CultureInfo.InvariantCulture,
                $"port: the server's second port would be {second}, and the last one is {IPEndPoint.MaxPort}; take a lower one")
        : order.Nodes.All(node => ThisMachine.IsLoopback(node.Address)) ? null
        : "the server accepts everyone who reaches it; keep it to an address of this machine, or deploy it by the vendor's "
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

    /// <summary>Creates an empty object, for example a database, with a name that serves as the mark.</summary>
    /// <returns>True. The caller ignores the value.</returns>
    protected abstract bool Mark(ServerAddress place, HttpConnectionOptions options, string name);

    /// <summary>Lists the names of the objects on the server among which a mark would be.</summary>
    protected abstract IEnumerable<string> Names(ServerAddress place, HttpConnectionOptions options);

    private bool Ask(ServerOrder order, ServerPlace node, Func<ServerAddress, HttpConnectionOptions, bool> work)
    {
        var place = new AddressForm(Database, order.Port)
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
