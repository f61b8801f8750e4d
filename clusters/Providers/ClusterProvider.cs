using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Providers;

/// <summary>Who runs the nodes of a deployment: what brings them up, looks at them, and takes them down.</summary>
/// <param name="deployment">The deployment.</param>
/// <param name="context">What is the same for all commands.</param>
/// <param name="password">The password; null where there is none, or it is not needed.</param>
internal abstract class ClusterProvider(Deployment deployment, ClusterContext context, Secret? password)
{
    /// <summary>The deployment.</summary>
    public Deployment Deployment => deployment;

    /// <summary>The endpoint by which targets open it. No secret is in it.</summary>
    public abstract string Endpoint { get; }

    /// <summary>The port by which this machine reaches a node.</summary>
    /// <param name="index">Which node.</param>
    public virtual int PortOf(int index) => deployment.Port;

    /// <summary>What every command works with.</summary>
    protected ClusterContext Context => context;

    /// <summary>The password.</summary>
    protected Secret? Password => password;

    /// <summary>What <see cref="Up"/> would do, as text. No machine is asked.</summary>
    public abstract string Render();

    /// <summary>Why it is not to be brought up as it is, with the remedy, a sentence without its end; null where it may.</summary>
    public virtual string? Refusal => null;

    /// <summary>The nodes of which something was begun, by their names; null where any may be.</summary>
    public IReadOnlyList<string>? Begun { get; init; }

    /// <summary>Whether its servers carry a mark, which is read back through their own ports.</summary>
    public virtual bool TakesMark => false;

    /// <summary>Looks whether what it takes is there and every machine answers, before anything is made.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Where the vendor's programs are; null where that is not asked.</returns>
    /// <exception cref="ClusterException">Something is missing, or in the way.</exception>
    public abstract string? Prepare(string id, CancellationToken cancellation);

    /// <summary>Makes what is not there, starts what does not run, and waits until every node serves and all agree.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="begin">Is told of a node before anything of it is made.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>How many nodes were started.</returns>
    public abstract int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation);

    /// <summary>Ends the nodes.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="removesData">Whether their data go next.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What became of each.</returns>
    public abstract IReadOnlyList<NodeEnd> Stop(string id, bool removesData, CancellationToken cancellation);

    /// <summary>Removes what was made of stopped nodes.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="removesData">Whether their data go too.</param>
    /// <param name="cancellation">Ends it early.</param>
    public abstract void Remove(string id, bool removesData, CancellationToken cancellation);

    /// <summary>Writes the deployment's mark into its servers. Done again, it changes nothing.</summary>
    /// <param name="mark">The mark.</param>
    /// <exception cref="ClusterException">A server refuses, or does not answer.</exception>
    public virtual void Mark(string mark)
    {
    }

    /// <summary>Whether what answers at a node's port carries the deployment's mark.</summary>
    /// <param name="index">Which node.</param>
    /// <param name="mark">The mark.</param>
    /// <returns>Whether it does; null for a node that no client asks.</returns>
    /// <exception cref="ClusterException">It refuses, or does not answer.</exception>
    public virtual bool? Carries(int index, string mark) => null;

    /// <summary>What a node's machine says of it.</summary>
    public abstract NodeState State(int index, string? id, CancellationToken cancellation);

    /// <summary>Reaches a node's machine, or container.</summary>
    public abstract HostShell Shell(int index);

    /// <summary>The file that names a node's process, as its shell sees it; null where that is the first process which the shell sees, as in a container.</summary>
    public virtual string? ProcessFile(int index) => null;

    /// <summary>Where a node's data are, as its shell sees it.</summary>
    public abstract string DataFolder(int index);

    /// <summary>What of a node's own configuration is not what the file stands for.</summary>
    public virtual IEnumerable<string> Deviations(int index, string? id, CancellationToken cancellation) => [];

    /// <summary>Whether all nodes, which serve clients each, agree that they are one cluster; null where they do, else what is not so.</summary>
    public abstract string? Disagreement();

    /// <summary>Whether a node serves clients.</summary>
    /// <param name="index">Which node.</param>
    /// <param name="timeout">How long it may take to answer.</param>
    public virtual TargetAvailability Ask(int index, TimeSpan timeout) => context.Find(deployment.Database).Probe(new TargetOptions
    {
        Endpoint = EndpointOf(index),
        Password = password,
        WorkFolder = Path.GetTempPath(),
        RequestTimeout = timeout,
    });

    /// <summary>Asks a database's servers by its recipe.</summary>
    protected static T Asking<T>(Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (TargetException exception)
        {
            throw new ClusterException(exception.Message, exception);
        }
    }

    /// <summary>The endpoint of one node.</summary>
    protected abstract string EndpointOf(int index);
}
