using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Says how servers of one database are configured, started and joined to a cluster. Each database that can be deployed as
/// processes declares one. <c>ProcessProvider</c> deploys servers by it, and <c>ComposeProvider</c> forms, marks and checks
/// clusters of containers by it. It starts nothing itself, and only <see cref="Form"/>, <see cref="Disagreement"/>,
/// <see cref="Mark"/> and <see cref="Carries"/> contact running servers.
/// </summary>
/// <remarks>
/// A private server starts from a <see cref="PrivateServerPlan"/> instead. A database must build the command lines of both in one
/// place, so that runs and deployments measure the same configuration.
/// </remarks>
public abstract class ServerRecipe
{
    private protected ServerRecipe()
    {
    }

    /// <summary>The name for <c>--db</c>.</summary>
    public abstract string Database { get; }

    /// <summary>The vendor's default port for clients.</summary>
    public abstract int DefaultPort { get; }

    /// <summary>Largest number of nodes.</summary>
    public virtual int LargestCluster => 1;

    /// <summary>Node roles. Empty if all nodes are equal.</summary>
    public virtual IReadOnlyList<string> Roles => [];

    /// <summary>The settings that an order may contain.</summary>
    public abstract EndpointOptions Settings { get; }

    /// <summary>The signal, without SIG, that ends a node soon but gracefully even with clients connected.</summary>
    public virtual string EndSignal => "TERM";

    /// <summary>
    /// The signal that ends a node whose data is removed next, so that it need not flush or hand over leadership.
    /// </summary>
    public virtual string AbandonSignal => EndSignal;

    /// <summary>True if the server can require a user and a password.</summary>
    public virtual bool TakesCredentials => false;

    /// <summary>True if the server can encrypt.</summary>
    public virtual bool TakesTls => false;

    /// <summary>True if an encrypting server accepts administration only with a client certificate.</summary>
    public virtual bool NeedsClientCertificate => false;

    /// <summary>
    /// Why an order must not be carried out on a network that others can reach, with the remedy. Null if it may.
    /// </summary>
    public virtual string? Refusal(ServerOrder order) => null;

    /// <summary>
    /// Why the nodes cannot form a cluster, with the remedy, as a sentence without its full stop. Null if they can. Checked
    /// before anything is created.
    /// </summary>
    public virtual string? LayoutFault(ServerOrder order) => null;

    /// <summary>The port at which clients and other nodes reach a node.</summary>
    /// <param name="order">The order.</param>
    /// <param name="node">The node.</param>
    public virtual int PortOf(ServerOrder order, ServerPlace node) => order.Port;

    /// <summary>Finds the vendor's programs on this machine.</summary>
    /// <param name="named">The folder that the user names. Null for the usual places.</param>
    /// <returns>The value for <see cref="ServerOrder.Home"/>.</returns>
    /// <exception cref="TargetException">The programs are missing. The message names the ways to get them.</exception>
    public abstract string FindHome(string? named);

    /// <summary>
    /// The value that <see cref="FindHome"/> would return if a folder held the unpacked archive of the vendor, for a plan that is
    /// only shown. Does not look at the disk.
    /// </summary>
    /// <param name="named">The folder.</param>
    public virtual string AssumeHome(string named) => Path.GetFullPath(named);

    /// <summary>Makes a plan. Pure: changes and contacts nothing.</summary>
    /// <param name="order">What to plan.</param>
    public abstract ServerPlan Plan(ServerOrder order);

    /// <summary>The endpoint by which the database's target opens the server.</summary>
    /// <param name="order">The order.</param>
    /// <param name="nodes">The nodes to name: all, or a single one.</param>
    public abstract string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes);

    /// <summary>
    /// Joins the running nodes to one cluster and creates the user, if a client does so rather than a vendor's program.
    /// Idempotent.
    /// </summary>
    /// <param name="order">The order.</param>
    /// <returns>Null when done, else the missing step as a clause. The caller polls.</returns>
    /// <exception cref="TargetException">Waiting will not help. The message names the remedy.</exception>
    public virtual string? Form(ServerOrder order) => null;

    /// <summary>Checks that all nodes, each of which serves clients, agree that they are one cluster.</summary>
    /// <param name="order">The order.</param>
    /// <returns>Null if they agree, else the disagreement as a clause. The caller polls.</returns>
    public virtual string? Disagreement(ServerOrder order) => null;

    /// <summary>
    /// Writes a mark into the server, by which later commands recognize its nodes as those of this deployment. Idempotent.
    /// </summary>
    /// <param name="order">The order.</param>
    /// <param name="mark">The mark: lower-case letters, digits and underscores, unique per deployment.</param>
    /// <exception cref="TargetException">The server refuses, or does not answer.</exception>
    public abstract void Mark(ServerOrder order, string mark);

    /// <summary>
    /// Checks whether the server at a node's port carries a mark. Protects a foreign server at the same port from being managed
    /// or deleted.
    /// </summary>
    /// <param name="order">The order.</param>
    /// <param name="node">The node.</param>
    /// <param name="mark">The mark.</param>
    /// <returns>True if it does. Null for a node that no client contacts.</returns>
    /// <exception cref="TargetException">The server refuses, or does not answer.</exception>
    public abstract bool? Carries(ServerOrder order, ServerPlace node, string mark);

    /// <summary>Asks a node through a client.</summary>
    /// <param name="node">The node, for the message.</param>
    /// <param name="ask">Connects and asks.</param>
    /// <exception cref="TargetException">The node does not answer.</exception>
    private protected static T Asking<T>(ServerPlace node, Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (WireException exception)
        {
            throw new TargetException($"{node.Name} does not answer: {exception.Message}", exception, isUnreachable: true);
        }
    }

    /// <summary>Asks nodes in turn, up to the first that differs or does not answer.</summary>
    /// <param name="nodes">The nodes.</param>
    /// <param name="ask">Connects to a node. Returns the difference as a clause, or null.</param>
    /// <returns>The first difference. Null if there is none.</returns>
    private protected static string? FirstDifference(IEnumerable<ServerPlace> nodes, Func<ServerPlace, string?> ask)
    {
        foreach (var node in nodes)
        {
            try
            {
                if (ask(node) is { } difference)
                {
                    return difference;
                }
            }
            catch (Exception exception) when (exception is WireException or TargetException)
            {
                return $"{node.Name} does not answer: {exception.Message}";
            }
        }

        return null;
    }

    /// <summary>Options of a client that asks a deployed node.</summary>
    /// <param name="order">The order, which contains the password.</param>
    private protected static TargetOptions ClientOptions(ServerOrder order) => new()
    {
        Password = order.Password,
        WorkFolder = Path.GetTempPath(),
        RequestTimeout = ServerTimeouts.Deployed,
    };

    /// <summary>Joins hosts with the port by commas. Brackets enclose an IPv6 address.</summary>
    private protected static string Hosts(IEnumerable<ServerPlace> nodes, int port) =>
        string.Join(',', nodes.Select(node => string.Create(System.Globalization.CultureInfo.InvariantCulture,
            $"{(node.Address.Contains(':', StringComparison.Ordinal) ? $"[{node.Address}]" : node.Address)}:{port}")));

    /// <summary>Writes options as the query part of an endpoint. Empty without options.</summary>
    private protected static string Options(params IEnumerable<(string Name, string? Value)> options)
    {
        string text = string.Join('&', options.Where(option => option.Value is not null)
            .Select(option =>
            $"{option.Name}={Uri.EscapeDataString(option.Value!).Replace("%2F", "/", StringComparison.Ordinal)}"));
        return text.Length > 0 ? "?" + text : string.Empty;
    }
}
