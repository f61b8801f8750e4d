using System.Globalization;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Compose;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Kubernetes;
using DbIngest.Clusters.Processes;
using DbIngest.Clusters.Providers;
using DbIngest.Clusters.Reports;
using DbIngest.Clusters.States;
using DbIngest.Clusters.Watching;
using DbIngest.Core.Results;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters;

/// <summary>
/// Operates one deployment: brings it up, checks it, watches it, stops it and takes it down. The verb <c>cluster</c>, which
/// the PowerShell module starts, and runs with <c>--cluster</c> create one per deployment file. One command at a time may
/// change a deployment: a lock beside the file ensures that. <see cref="Up"/> records each node in the state file before it
/// creates the node, so that <see cref="Down"/> finds what a killed command began. Only <see cref="Down"/> deletes data of a
/// node that has run, and only when told to.
/// </summary>
public sealed class Cluster
{
    private readonly ClusterContext _context;

    /// <summary>Reads a deployment file. Nothing else is read, and no machine is contacted.</summary>
    /// <param name="context">The file, and the services that every command needs.</param>
    /// <exception cref="DeploymentException">The file has errors.</exception>
    public Cluster(ClusterContext context)
    {
        _context = context;
        Deployment = DeploymentFile.Read(context.File);
    }

    /// <summary>The deployment as its file describes it.</summary>
    public Deployment Deployment { get; }

    /// <summary>The endpoint by which targets open the deployment. It holds no secret.</summary>
    public string Endpoint => Provider(Deployment, null).Endpoint;

    /// <summary>The password of the deployment's user; null when the servers require no login.</summary>
    /// <exception cref="DeploymentException">The environment variable that holds the password is not set.</exception>
    public Secret? Password => Deployment.PasswordVariable is null ? null : PasswordIfSet
        ?? throw new DeploymentException(
            $"{_context.File}: credentials.password_env: the environment variable {Deployment.PasswordVariable} is not set; set "
            + $"it to the password of {Deployment.User}.");

    /// <summary>
    /// Creates missing nodes, starts stopped ones, and waits until every node serves and all nodes agree.
    /// </summary>
    /// <param name="cancellation">Ends the wait. What was created stays, and the state file lists it.</param>
    /// <returns>The state of the deployment afterwards.</returns>
    /// <exception cref="ClusterException">The deployment does not come up.</exception>
    /// <exception cref="DeploymentException">The running deployment was made from different keys of the file.</exception>
    public ClusterReport Up(CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        var state = file.Read();
        var nodes = Provider(Deployment, Password, isLabelled: state?.IsLabelled ?? true);
        if (nodes.Refusal is { } refusal)
        {
            throw new DeploymentException($"{_context.File}: {refusal}.");
        }

        if (state is not null && RefuseAnother(state, cancellation))
        {
            file.Remove();
            state = null;
            nodes = Provider(Deployment, Password);
        }

        bool isNew = state is null;
        state ??= new ClusterState
        {
            Id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8)),
            MadeUtc = DateTimeOffset.UtcNow,
            Deployment = Deployment,
            Begun = [],
            IsLabelled = true,
        };
        state = state with { Deployment = Deployment, Home = nodes.Prepare(state.Id, cancellation) };
        file.Write(state);
        try
        {
            int started = Bring(nodes, file, ref state, cancellation);
            _context.Say(started == 0
                ? $"{Deployment}: it was up, and nothing was changed."
                : string.Create(CultureInfo.InvariantCulture, $"{Deployment}: {started} started; every node serves."));
        }
        catch (Exception exception)
        {
            // Not an exception filter: filters run before the inner finally block has written the started nodes into the state.
            if (isNew && IsNothing(nodes, state, exception))
            {
                file.Remove();
            }

            throw;
        }

        return new ClusterCheck(nodes, _context, state, cancellation).Report(measures: false);
    }

    /// <summary>
    /// Reports the state of each node, and in what the deployment deviates from its file. Changes nothing, except that
    /// measurements write probe files on the nodes' disks and delete them.
    /// </summary>
    /// <param name="measures">True to measure clocks, network and disks too.</param>
    /// <param name="cancellation">Ends the check.</param>
    public ClusterReport Check(bool measures, CancellationToken cancellation) => Look(Password, measures, cancellation);

    /// <summary>
    /// Reports the state of each node after <see cref="Stop"/> or <see cref="Down"/>, which need no password either: only a node
    /// that still runs is asked by a client.
    /// </summary>
    /// <param name="cancellation">Ends the check.</param>
    public ClusterReport CheckEnded(CancellationToken cancellation) => Look(PasswordIfSet, measures: false, cancellation);

    /// <summary>
    /// Measures network and disks of the nodes, so that a run can rule them out as bottlenecks. A run calls it before its first
    /// trial.
    /// </summary>
    public IReadOnlyList<NodeLimits> Limits(CancellationToken cancellation) =>
    [
        .. Check(measures: true, cancellation).Nodes.Select(node => new NodeLimits
        {
            Node = node.Name,
            RoundTripS = node.RoundTripS,
            ThereBytesPerS = node.ThereBytesPerS,
            BackBytesPerS = node.BackBytesPerS,
            SyncsPerS = node.SyncsPerS,
            DiskBytesPerS = node.DiskBytesPerS,
        }),
    ];

    /// <summary>Watches the resources of the nodes, each on its own machine, while trials run.</summary>
    /// <param name="say">Receives one sentence per node that cannot be watched.</param>
    /// <param name="cancellation">Ends the wait for nodes to answer.</param>
    public ClusterWatch Watch(Action<string> say, CancellationToken cancellation) =>
        new(Provider(Deployment, null, StateFile.Read(StateFile.PathOf(_context.File))?.Home), say, cancellation);

    /// <summary>
    /// Ensures before a run that the endpoint leads to this deployment: every node serves, carries the deployment's mark, and is
    /// as the file says. For Kubernetes it asks no node, and only compares the file with the state file if there is one.
    /// </summary>
    /// <exception cref="ClusterException">A node does not serve, or another server answers in its place.</exception>
    /// <exception cref="DeploymentException">A node is not as the file says.</exception>
    public void Verify(CancellationToken cancellation)
    {
        string path = StateFile.PathOf(_context.File);
        var state = StateFile.Read(path);
        if (Deployment.Provider == "kubernetes")
        {
            // A run measures it from inside a pod, which need not have kubectl or the state file.
            Refuse(state is null ? [] : DeploymentDifferences.Between(state.Deployment, Deployment));
            return;
        }

        if (state is null)
        {
            throw new ClusterException(
                $"Deployment {Deployment.Name} is not up: there is no {path}, in which 'up' records what it makes. {Remedy} "
                + $"(where another machine brought it up, copy that file from there).");
        }

        var report = Check(measures: false, cancellation);
        if (report.Nodes.FirstOrDefault(node => node.State != "serving") is { } not)
        {
            throw new ClusterException(
                $"Deployment {Deployment.Name} does not serve: {not.Name} is "
                + $"{not.State}{(not.Detail is { } why ? $" ({why.TrimEnd('.')})" : string.Empty)}. {Remedy}.");
        }

        Refuse(report.Deviations);
    }

    /// <summary>Stops every node. Data stay.</summary>
    /// <returns>The outcome per node; empty when nothing had been made.</returns>
    public IReadOnlyList<NodeStopResult> Stop(CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        return file.Read() is { } state ? WhatIsUp(state).Stop(state.Id, removesData: false, cancellation) : [];
    }

    /// <summary>Stops every node, then removes what <see cref="Up"/> made.</summary>
    /// <param name="removesData">
    /// True to delete data too. Otherwise the folders stay, with the state file that lists them.
    /// </param>
    /// <param name="cancellation">Ends the command. A second call continues.</param>
    /// <returns>The outcome per node; empty when nothing had been made. If one node failed to stop, nothing is removed.</returns>
    public IReadOnlyList<NodeStopResult> Down(bool removesData, CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        if (file.Read() is not { } state)
        {
            return [];
        }

        var nodes = WhatIsUp(state);
        var ends = nodes.Stop(state.Id, removesData, cancellation);
        if (ends.Any(end => end.IsFailed))
        {
            return ends;
        }

        nodes.Remove(state.Id, removesData, cancellation);
        if (removesData)
        {
            file.Remove();
        }

        return ends;
    }

    /// <summary>Writes as text what <see cref="Up"/> would do. Changes nothing and contacts no other machine.</summary>
    public string Render() => Provider(Deployment, null).Render();

    private Secret? PasswordIfSet => Deployment.PasswordVariable is { } variable
        && _context.Environment(variable) is { Length: > 0 } password ? new Secret(password) : null;

    private string Remedy => $"'dbingest cluster up {_context.File}' brings it up";

    private ClusterReport Look(Secret? password, bool measures, CancellationToken cancellation)
    {
        var state = StateFile.Read(StateFile.PathOf(_context.File));
        var nodes = Provider(Deployment, password, state?.Home, isLabelled: state?.IsLabelled ?? true);
        return new ClusterCheck(nodes, _context, state, cancellation).Report(measures);
    }

    private ClusterProvider WhatIsUp(ClusterState state) =>
        Provider(state.Deployment, null, state.Home, state.Begun, state.IsLabelled);

    /// <summary>The provider of a deployment: the state file's for what runs now, which may differ from the file's.</summary>
    private ClusterProvider Provider(Deployment deployment, Secret? password, string? home = null,
        IReadOnlyList<string>? begun = null, bool isLabelled = true) =>
        deployment.Provider switch
        {
            "compose" => new ComposeProvider(deployment, _context, password) { Begun = begun, IsLabelled = isLabelled },
            "kubernetes" => new KubernetesProvider(deployment, _context, password) { Begun = begun, IsLabelled = isLabelled },
            _ => new ProcessProvider(deployment, _context, password, home) { Begun = begun },
        };

    private int Bring(ClusterProvider nodes, StateFile file, ref ClusterState state, CancellationToken cancellation)
    {
        var made = state;
        Lock writing = new();
        try
        {
            int started = nodes.Up(made.Id, node => Begin(node.Name), cancellation);
            if (nodes.TakesMark)
            {
                nodes.Mark(made.Mark);
                NodeWait.Until("The nodes do not carry the deployment's mark", () => WithoutMark(nodes, made.Mark),
                    static () => null, cancellation, NodeWait.RunningTimeout);
                made = made with { IsMarked = true };
                file.Write(made);
            }

            return started;
        }
        finally
        {
            state = made;
        }

        void Begin(string node)
        {
            lock (writing)
            {
                if (made.Begun?.Contains(node) == false)
                {
                    made = made with { Begun = [.. made.Begun, node] };
                    file.Write(made);
                }
            }
        }
    }

    private static string? WithoutMark(ClusterProvider nodes, string mark)
    {
        for (int i = 0; i < nodes.Deployment.Nodes.Count; i++)
        {
            try
            {
                if (nodes.Carries(i, mark) == false)
                {
                    return $"{nodes.Deployment.Nodes[i].Name} does not carry it";
                }
            }
            catch (ClusterException exception)
            {
                return exception.Message;
            }
        }

        return null;
    }

    private void Refuse(IReadOnlyList<string> deviations)
    {
        if (deviations.Count > 0)
        {
            throw new DeploymentException([
                .. deviations.Select(deviation => $"{_context.File}: {deviation}."),
                $"{_context.File}: the running deployment differs from the file and would be measured under its name; run "
                + $"'dbingest cluster stop {_context.File}' and then 'dbingest cluster up {_context.File}' to apply the file.",
            ]);
        }
    }

    /// <returns>True when nothing remains of what the state lists, so that the state can be deleted.</returns>
    private bool RefuseAnother(ClusterState state, CancellationToken cancellation)
    {
        var differences = DeploymentDifferences.Between(state.Deployment, Deployment);
        if (differences.Count == 0)
        {
            return false;
        }

        var was = WhatIsUp(state);
        string[] states = [.. state.Deployment.Nodes
            .Select((node, i) => state.Begun?.Contains(node.Name) == false ? "absent" : StateOf(was, i, state.Id, cancellation))];
        if ((state.Deployment.Provider is "local" or "ssh" || state.Begun is { Count: 0 })
            && Array.TrueForAll(states, found => found is "absent" or "foreign"))
        {
            return true;
        }

        string[] said = [.. differences.Select(difference => $"{_context.File}: {difference} when it was brought up.")];
        if (!DeploymentDifferences.CanChange(state.Deployment, Deployment))
        {
            throw new DeploymentException(
                [.. said, $"{_context.File}: take it down first ('dbingest cluster down {_context.File} --remove-data'), or "
                    + $"write another file."]);
        }

        return !states.Contains("running") ? false
            : throw new DeploymentException(
                [.. said, $"{_context.File}: nodes apply it at their next start; stop them first ('dbingest cluster stop "
                    + $"{_context.File}')."]);
    }

    /// <summary>
    /// True when a failed <see cref="Up"/> has made nothing, so that no state need be kept. After an interruption no machine is
    /// contacted.
    /// </summary>
    private static bool IsNothing(ClusterProvider nodes, ClusterState state, Exception failure) =>
        state.Begun is { Count: 0 }
        || (failure is ClusterException && nodes is ProcessProvider
            && Enumerable.Range(0, state.Deployment.Nodes.Count).All(i =>
                !state.Begun!.Contains(state.Deployment.Nodes[i].Name)
                    || StateOf(nodes, i, state.Id, CancellationToken.None) == "absent"));

    /// <summary>The state of a node; <c>unreachable</c> when its machine does not answer.</summary>
    private static string StateOf(ClusterProvider nodes, int index, string id, CancellationToken cancellation)
    {
        try
        {
            return nodes.State(index, id, cancellation).State;
        }
        catch (ClusterException)
        {
            return "unreachable";
        }
    }
}
