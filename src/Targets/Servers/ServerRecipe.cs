using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// How servers of one database are configured, started and made into a cluster. Whoever starts them (a run, for itself; a
/// deployment, to stay) goes by the same words, so that what is measured does not depend on it.
/// </summary>
public abstract class ServerRecipe
{
    private protected ServerRecipe()
    {
    }

    /// <summary>The database, by its name in the catalogue.</summary>
    public abstract string Database { get; }

    /// <summary>The vendor's port for clients.</summary>
    public abstract int DefaultPort { get; }

    /// <summary>The most nodes.</summary>
    public virtual int LargestCluster => 1;

    /// <summary>What nodes can be where they do different things; none where all do the same.</summary>
    public virtual IReadOnlyList<string> Roles => [];

    /// <summary>The settings that an order may carry.</summary>
    public abstract EndpointOptions Settings { get; }

    /// <summary>The signal that ends a node soon and lets it write what it holds, whoever is connected.</summary>
    public virtual string EndSignal => "TERM";

    /// <summary>
    /// The signal that ends a node whose data are removed next: it need not write what it holds, nor hand over what it leads.
    /// </summary>
    public virtual string AbandonSignal => EndSignal;

    /// <summary>Whether it can ask for a user and a password.</summary>
    public virtual bool TakesCredentials => false;

    /// <summary>Whether it can encrypt.</summary>
    public virtual bool TakesTls => false;

    /// <summary>Whether one that encrypts is managed by an administrator who comes with a certificate.</summary>
    public virtual bool NeedsClientCertificate => false;

    /// <summary>
    /// Why an order that others can reach is not to be carried out as it is, with the remedy; null where it may.
    /// </summary>
    /// <param name="order">The order.</param>
    public virtual string? Refusal(ServerOrder order) => null;

    /// <summary>
    /// Why the nodes make no cluster, with the remedy, a sentence without its end; null where they do. Asked before anything is
    /// made.
    /// </summary>
    /// <param name="order">The order.</param>
    public virtual string? LayoutFault(ServerOrder order) => null;

    /// <summary>The port by which clients and other nodes reach a node.</summary>
    /// <param name="order">The order.</param>
    /// <param name="node">The node.</param>
    public virtual int PortOf(ServerOrder order, ServerPlace node) => order.Port;

    /// <summary>Finds the vendor's programs on this machine.</summary>
    /// <param name="named">Where the user says that they are; null for the usual places.</param>
    /// <returns>What <see cref="ServerOrder.Home"/> is then.</returns>
    /// <exception cref="TargetException">They are not there; the message names the ways to get them.</exception>
    public abstract string FindHome(string? named);

    /// <summary>
    /// What <see cref="FindHome"/> would give if a folder held the vendor's programs as the vendor's archive has them: for a plan
    /// that is only shown. Nothing is looked for.
    /// </summary>
    /// <param name="named">The folder.</param>
    public virtual string AssumeHome(string named) => Path.GetFullPath(named);

    /// <summary>Makes a plan.</summary>
    /// <param name="order">What is wanted.</param>
    /// <returns>The plan.</returns>
    public abstract ServerPlan Plan(ServerOrder order);

    /// <summary>The endpoint by which the target of this database opens it.</summary>
    /// <param name="order">The order.</param>
    /// <param name="nodes">The nodes to name: all, or one that is asked alone.</param>
    public abstract string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes);

    /// <summary>
    /// Makes one cluster of the nodes, all of whose processes run, and its user, where a client tells them and no program of the
    /// vendor's. Done again, it changes nothing.
    /// </summary>
    /// <param name="order">The order.</param>
    /// <returns>Null where it is done; else what is missing yet.</returns>
    /// <exception cref="TargetException">Waiting does not mend it; the message names the remedy.</exception>
    public virtual string? Form(ServerOrder order) => null;

    /// <summary>Whether all nodes, which serve clients each, agree that they are one cluster.</summary>
    /// <param name="order">The order.</param>
    /// <returns>Null where they do; else what is not so yet.</returns>
    public virtual string? Disagreement(ServerOrder order) => null;

    /// <summary>
    /// Writes a mark into the server, by which its nodes are known again as those of one deployment. Done again, it changes
    /// nothing.
    /// </summary>
    /// <param name="order">The order.</param>
    /// <param name="mark">The mark: lower-case letters, digits and underscores; no other server has it.</param>
    /// <exception cref="TargetException">The server refuses, or does not answer.</exception>
    public abstract void Mark(ServerOrder order, string mark);

    /// <summary>Whether what answers at the port of a node carries a mark.</summary>
    /// <param name="order">The order.</param>
    /// <param name="node">The node.</param>
    /// <param name="mark">The mark.</param>
    /// <returns>Whether it does; null for a node that no client asks.</returns>
    /// <exception cref="TargetException">It refuses, or does not answer.</exception>
    public abstract bool? Carries(ServerOrder order, ServerPlace node, string mark);

    /// <summary>Hosts with the port, separated by commas.</summary>
    private protected static string Hosts(IEnumerable<ServerPlace> nodes, int port) =>
        string.Join(',', nodes
            .Select(node => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{node.Address}:{port}")));

    /// <summary>Options behind an endpoint's place.</summary>
    private protected static string Options(params IEnumerable<(string Name, string? Value)> options)
    {
        string text = string.Join('&', options.Where(option => option.Value is not null)
            .Select(option =>
            $"{option.Name}={Uri.EscapeDataString(option.Value!).Replace("%2F", "/", StringComparison.Ordinal)}"));
        return text.Length > 0 ? "?" + text : string.Empty;
    }
}
