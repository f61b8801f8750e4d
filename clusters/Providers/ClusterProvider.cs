using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Model;
using DbIngest.Core.Targets;

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

    /// <summary>Looks whether what it takes is there, before anything is made.</summary>
    /// <returns>Where the vendor's programs are; null where that is not asked.</returns>
    /// <exception cref="ClusterException">Something is missing.</exception>
    public abstract string? Prepare();

    /// <summary>Makes what is not there, starts what does not run, and waits until every node serves and all agree.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>How many nodes were started.</returns>
    public abstract int Up(string id, CancellationToken cancellation);

    /// <summary>Ends the nodes.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="removesData">Whether their data go next.</param>
    /// <param name="cancellation">Ends it early.</param>
    public abstract void Stop(string id, bool removesData, CancellationToken cancellation);

    /// <summary>Removes what was made of stopped nodes.</summary>
    /// <param name="id">The deployment's id.</param>
    /// <param name="removesData">Whether their data go too.</param>
    /// <param name="cancellation">Ends it early.</param>
    public abstract void Remove(string id, bool removesData, CancellationToken cancellation);

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

    /// <summary>The endpoint of one node.</summary>
    protected abstract string EndpointOf(int index);
}
