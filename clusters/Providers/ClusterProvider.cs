using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.States;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Providers;

/// <summary>
/// Runs the nodes of one deployment by one means: processes, compose or Kubernetes. <see cref="Cluster"/> chooses it by the
/// file's <c>provider</c> and calls it for every command. Nothing else starts or stops nodes.
/// </summary>
/// <remarks>
/// <see cref="ClusterCheck"/> and <c>ClusterWatch</c> call the members that take a node's index for several nodes at once, on
/// several threads, so these members must be thread-safe.
/// </remarks>
/// <param name="deployment">The deployment, as its checked file describes it.</param>
/// <param name="context">The services of the command.</param>
/// <param name="password">The password; null when there is none, or the command does not need it.</param>
internal abstract class ClusterProvider(Deployment deployment, ClusterContext context, Secret? password)
{
    /// <summary>The deployment.</summary>
    public Deployment Deployment => deployment;

    /// <summary>The endpoint by which targets open the deployment. It holds no secret.</summary>
    public abstract string Endpoint { get; }

    /// <summary>The port by which this machine reaches a node.</summary>
    /// <param name="index">The node's index from 0.</param>
    public virtual int PortOf(int index) => deployment.Port;

    /// <summary>The services of the command.</summary>
    protected ClusterContext Context => context;

    /// <summary>The password; null when there is none.</summary>
    protected Secret? Password => password;

    /// <summary>Writes as text what <see cref="Up"/> would do. Contacts no other machine.</summary>
    public abstract string Render();

    /// <summary>
    /// Why the deployment must not be brought up as it is, with the remedy, without a full stop; null when it may.
    /// </summary>
    public virtual string? Refusal => null;

    /// <summary>Names of the nodes of which something was created; null when that is unknown, so that all nodes count.</summary>
    public IReadOnlyList<string>? Begun { get; init; }

    /// <summary>
    /// False when an earlier version made the deployment, without the label of its id on containers and Kubernetes resources.
    /// </summary>
    public bool IsLabelled { get; init; } = true;

    /// <summary>Why a node is foreign, with the remedy; null when the folder of the node shows it.</summary>
    public virtual string? ForeignDetail => null;

    /// <summary>True when <see cref="Mark"/> and <see cref="Carries"/> work.</summary>
    public virtual bool TakesMark => false;

    /// <summary>Checks before anything is created that programs are there and every machine answers.</summary>
    /// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
    /// <param name="cancellation">Ends the check.</param>
    /// <returns>The folder of the vendor's programs; null when the provider needs none.</returns>
    /// <exception cref="ClusterException">Something is missing, or a folder or resource belongs to others.</exception>
    public abstract string? Prepare(string id, CancellationToken cancellation);

    /// <summary>
    /// Creates missing nodes, starts stopped ones, and waits until every node serves and all nodes agree. A second call changes
    /// nothing.
    /// </summary>
    /// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
    /// <param name="begin">
    /// Called with a node before anything of it is created, possibly from several threads at once. It records the node in the
    /// state file.
    /// </param>
    /// <param name="cancellation">Ends the wait. What was created stays.</param>
    /// <returns>The number of nodes started.</returns>
    public abstract int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation);

    /// <summary>Stops the nodes. Data stay.</summary>
    /// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
    /// <param name="removesData">True when the data will be deleted next, so that nodes need not end cleanly.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>The outcome per node.</returns>
    public abstract IReadOnlyList<NodeStopResult> Stop(string id, bool removesData, CancellationToken cancellation);

    /// <summary>Removes what <see cref="Up"/> created, after <see cref="Stop"/>.</summary>
    /// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
    /// <param name="removesData">True to delete the data too.</param>
    /// <param name="cancellation">Ends the removal. Run again, it continues.</param>
    public abstract void Remove(string id, bool removesData, CancellationToken cancellation);

    /// <summary>Writes the deployment's mark into its servers. Run again, it changes nothing.</summary>
    /// <param name="mark">A name: lower-case letters, digits and underscores.</param>
    /// <exception cref="ClusterException">A server refuses or does not answer.</exception>
    public virtual void Mark(string mark)
    {
    }

    /// <summary>Checks whether the server that answers at a node's port carries the mark.</summary>
    /// <param name="index">The node's index from 0.</param>
    /// <param name="mark">The mark that <see cref="Mark"/> wrote.</param>
    /// <returns>True when it does; null for a node that clients cannot query.</returns>
    /// <exception cref="ClusterException">The server refuses or does not answer.</exception>
    public virtual bool? Carries(int index, string mark) => null;

    /// <summary>
    /// Reads a node's state from its machine, by the node's index from 0. The deployment's id is null when there is no state
    /// file.
    /// </summary>
    public abstract NodeState State(int index, string? id, CancellationToken cancellation);

    /// <summary>
    /// Runs scripts on a node's machine or in its container, by the node's index from 0. Each call returns a new object.
    /// </summary>
    public abstract HostShell Shell(int index);

    /// <summary>
    /// The file with the node's process id, as the node's shell sees it; null when process 1 of that shell is the node, as in a
    /// container.
    /// </summary>
    public virtual string? ProcessFile(int index) => null;

    /// <summary>The folder of a node's data, as the node's shell sees it.</summary>
    public abstract string DataFolder(int index);

    /// <summary>
    /// Clauses about configuration files of a node that differ from the plan, without a full stop; empty when all agree.
    /// </summary>
    public virtual IEnumerable<string> Deviations(int index, string? id, CancellationToken cancellation) => [];

    /// <summary>Asks nodes, each of which serves, whether they form one cluster.</summary>
    /// <returns>Null when they do; otherwise the difference.</returns>
    public abstract string? Disagreement();

    /// <summary>Asks by a client whether a node serves.</summary>
    /// <param name="index">The node's index from 0.</param>
    /// <param name="timeout">Timeout of each request.</param>
    public virtual TargetAvailability Ask(int index, TimeSpan timeout) => context.Find(deployment.Database)
        .Probe(new TargetOptions
        {
            Endpoint = EndpointOf(index),
            Password = password,
            WorkFolder = Path.GetTempPath(),
            RequestTimeout = timeout,
        });

    /// <summary><see cref="ForeignDetail"/> of containers and pods, whose names come from the deployment's name.</summary>
    protected string OfAnother => $"it is of another deployment or program with the name {deployment.Name}, and stays as it is; "
        + "give this one another name, or use the file that made it";

    /// <summary>Refuses to change what another deployment of the same name made.</summary>
    /// <param name="what">The resource by its name.</param>
    protected ClusterException Foreign(string what)
    {
        string state = StateFile.PathOf(context.File);
        return new($"{what} was not made by {context.File}: {OfAnother}"
            + (File.Exists(state) ? $" (and delete {state} when nothing of this one is left)." : "."));
    }

    /// <summary>The state of a running container or pod, with the space that its data take and leave.</summary>
    internal static NodeState Running(HostShell shell, string folder, int? processId, CancellationToken cancellation)
    {
        // The name of a share may have blanks. Behind it are blocks, used, free and percent.
        string[] words = shell.Run("du -sk \"$1\" | cut -f 1; df -Pk \"$1\" | tail -n 1", [folder], cancellation: cancellation)
            .Output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        int percent = Array.FindIndex(words, word => word.EndsWith('%'));
        bool isWhole = percent >= 5;
        return new NodeState("running", processId, isWhole ? Kibibytes(words[0]) : null,
            isWhole ? Kibibytes(words[percent - 1]) : null, isWhole ? string.Join(' ', words[1..(percent - 3)]) : null);

        static long? Kibibytes(string word) => long.TryParse(word, CultureInfo.InvariantCulture, out long kb) ? kb << 10 : null;
    }

    /// <summary>Runs a recipe's client and turns its failures into <see cref="ClusterException"/>.</summary>
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
