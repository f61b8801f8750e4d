using System.Globalization;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Compose;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Kubernetes;
using DbIngest.Clusters.Model;
using DbIngest.Clusters.Processes;
using DbIngest.Clusters.Providers;
using DbIngest.Clusters.Reports;
using DbIngest.Clusters.States;
using DbIngest.Clusters.Watching;
using DbIngest.Core.Results;

namespace DbIngest.Clusters;

/// <summary>A deployment and what can be done with it.</summary>
public sealed class Cluster
{
    private readonly ClusterContext _context;

    /// <summary>Reads a deployment.</summary>
    /// <param name="context">Its file, and what every command works with.</param>
    /// <exception cref="DeploymentException">The file cannot be used.</exception>
    public Cluster(ClusterContext context)
    {
        _context = context;
        Deployment = DeploymentFile.Read(context.File);
    }

    /// <summary>The deployment, as its file says.</summary>
    public Deployment Deployment { get; }

    /// <summary>The endpoint by which targets open it. No secret is in it.</summary>
    public string Endpoint => Provider(Deployment, null).Endpoint;

    /// <summary>The password that its users log in with; null where none is asked for.</summary>
    /// <exception cref="DeploymentException">The variable that has it is not set.</exception>
    public Secret? Password => Deployment.PasswordVariable is not { } variable ? null
        : _context.Environment(variable) is { Length: > 0 } password ? new Secret(password)
        : throw new DeploymentException($"{_context.File}: credentials.password_env: the environment variable {variable} is not set; set it to the password of {Deployment.User}.");

    /// <summary>Makes what is not there, starts what does not run, and waits until every node serves and all agree.</summary>
    /// <param name="cancellation">Ends it early; what was made stays, and is in the state file.</param>
    /// <returns>What it is like then.</returns>
    /// <exception cref="ClusterException">It does not come up.</exception>
    /// <exception cref="DeploymentException">What is up was made from another content of the file.</exception>
    public ClusterReport Up(CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        var state = file.Read();
        var nodes = Provider(Deployment, Password);
        if (nodes.Refusal is { } refusal)
        {
            throw new DeploymentException($"{_context.File}: {refusal}.");
        }

        if (state is not null && RefuseAnother(state, cancellation))
        {
            file.Remove();
            state = null;
        }

        bool isNew = state is null;
        state ??= new ClusterState { Id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8)), MadeUtc = DateTimeOffset.UtcNow, Deployment = Deployment, Begun = [] };
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
            // What was begun is in the state by now, which a filter would not have seen.
            if (isNew && IsNothing(nodes, state, exception))
            {
                file.Remove();
            }

            throw;
        }

        return new ClusterCheck(nodes, _context, state, cancellation).Report(measures: false);
    }

    /// <summary>Says what each node is like, and in what the deployment is not as its file says.</summary>
    /// <param name="measures">Whether clocks, network and disks are measured too.</param>
    /// <param name="cancellation">Ends it early.</param>
    public ClusterReport Check(bool measures, CancellationToken cancellation)
    {
        var state = StateFile.Read(StateFile.PathOf(_context.File));
        return new ClusterCheck(Provider(Deployment, Password, state?.Home), _context, state, cancellation).Report(measures);
    }

    /// <summary>What the network and the disks of the nodes can do: bottlenecks that are ruled out before anything is measured.</summary>
    /// <param name="cancellation">Ends it early.</param>
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

    /// <summary>Watches what the nodes use, each on its own machine.</summary>
    /// <param name="say">Is told of a node that does not say it.</param>
    /// <param name="cancellation">Ends it early.</param>
    public ClusterWatch Watch(Action<string> say, CancellationToken cancellation) =>
        new(Provider(Deployment, null, StateFile.Read(StateFile.PathOf(_context.File))?.Home), say, cancellation);

    /// <summary>Makes sure that what is about to be measured is this deployment: it serves, its servers carry its mark, and it is as its file says. What is said otherwise is what <see cref="Check"/> says.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">It does not serve, or another server answers in its place.</exception>
    /// <exception cref="DeploymentException">It is not as its file says.</exception>
    public void Verify(CancellationToken cancellation)
    {
        string path = StateFile.PathOf(_context.File);
        var state = StateFile.Read(path);
        if (Deployment.Provider == "kubernetes")
        {
            // It is measured from a pod, where neither kubectl nor the state file has to be.
            Refuse(state is null ? [] : DeploymentDifferences.Between(state.Deployment, Deployment));
            return;
        }

        if (state is null)
        {
            throw new ClusterException($"Deployment {Deployment.Name} is not up: there is no {path}, in which 'up' writes down what it makes. {Remedy} (where another machine brought it up, copy that file from there).");
        }

        var report = Check(measures: false, cancellation);
        if (report.Nodes.FirstOrDefault(node => node.State != "serving") is { } not)
        {
            throw new ClusterException($"Deployment {Deployment.Name} does not serve: {not.Name} is {not.State}{(not.Detail is { } why ? $" ({why.TrimEnd('.')})" : string.Empty)}. {Remedy}.");
        }

        Refuse(report.Deviations);
    }

    /// <summary>Ends every node, with the data that it has.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What became of each node; empty where nothing was made.</returns>
    public IReadOnlyList<NodeEnd> Stop(CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        return file.Read() is { } state ? WhatIsUp(state).Stop(state.Id, removesData: false, cancellation) : [];
    }

    /// <summary>Ends every node, and removes what was made.</summary>
    /// <param name="removesData">Whether the nodes' folders go too; else they stay, and so does the state file that knows them.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What became of each node; empty where nothing was made. Where one failed, nothing is removed.</returns>
    public IReadOnlyList<NodeEnd> Down(bool removesData, CancellationToken cancellation)
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

    /// <summary>What <see cref="Up"/> would do, as text. Nothing is changed, and no machine is asked.</summary>
    public string Render() => Provider(Deployment, null).Render();

    private string Remedy => $"'dbingest cluster up {_context.File}' brings it up";

    private ClusterProvider WhatIsUp(ClusterState state) => Provider(state.Deployment, null, state.Home, state.Begun);

    /// <summary>What was brought up may be other than what the file says now: then the state file's deployment is meant.</summary>
    private ClusterProvider Provider(Deployment deployment, Secret? password, string? home = null, IReadOnlyList<string>? begun = null) =>
        deployment.Provider switch
        {
            "compose" => new ComposeProvider(deployment, _context, password) { Begun = begun },
            "kubernetes" => new KubernetesProvider(deployment, _context, password) { Begun = begun },
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
                Patience.Until("The nodes do not carry the deployment's mark", () => WithoutMark(nodes, made.Mark), static () => null, cancellation, Patience.LongestOfRunning);
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
                    return $"{nodes.Deployment.Nodes[i].Name} has not got it";
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
                $"{_context.File}: what runs is not what the file says, and would be measured under its name; 'dbingest cluster stop {_context.File}' and then 'dbingest cluster up {_context.File}' take the file's settings.",
            ]);
        }
    }

    /// <returns>Whether nothing is left of what the state tells of, so that it can be forgotten.</returns>
    private bool RefuseAnother(ClusterState state, CancellationToken cancellation)
    {
        var differences = DeploymentDifferences.Between(state.Deployment, Deployment);
        if (differences.Count == 0)
        {
            return false;
        }

        var was = WhatIsUp(state);
        string[] states = [.. state.Deployment.Nodes.Select((node, i) => state.Begun?.Contains(node.Name) == false ? "absent" : StateOf(was, i, state.Id, cancellation))];
        if ((state.Deployment.Provider is "local" or "ssh" || state.Begun is { Count: 0 }) && Array.TrueForAll(states, found => found is "absent" or "foreign"))
        {
            return true;
        }

        string[] said = [.. differences.Select(difference => $"{_context.File}: {difference} when it was brought up.")];
        if (!DeploymentDifferences.CanChange(state.Deployment, Deployment))
        {
            throw new DeploymentException([.. said, $"{_context.File}: take it down first ('dbingest cluster down {_context.File} --remove-data'), or write another file."]);
        }

        return !states.Contains("running") ? false
            : throw new DeploymentException([.. said, $"{_context.File}: nodes take it with their next start; stop them first ('dbingest cluster stop {_context.File}')."]);
    }

    /// <summary>Whether an 'up' that failed has made nothing, so that there is nothing to remember. Who interrupts it does not wait for machines.</summary>
    private static bool IsNothing(ClusterProvider nodes, ClusterState state, Exception failure) =>
        state.Begun is { Count: 0 }
        || (failure is ClusterException && nodes is ProcessProvider
            && Enumerable.Range(0, state.Deployment.Nodes.Count).All(i =>
                !state.Begun!.Contains(state.Deployment.Nodes[i].Name) || StateOf(nodes, i, state.Id, CancellationToken.None) == "absent"));

    /// <summary>Of a machine that is not reached, nothing is known.</summary>
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
