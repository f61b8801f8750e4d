using System.Globalization;
using System.Security.Cryptography;
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
using DbIngest.Core.Targets;

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

        if (state is not null)
        {
            RefuseAnother(state, cancellation);
        }

        string? home = nodes.Prepare();
        state = (state ?? new ClusterState { Id = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8)), MadeUtc = DateTimeOffset.UtcNow, Deployment = Deployment }) with { Deployment = Deployment, Home = home };
        file.Write(state);
        int started = nodes.Up(state.Id, cancellation);
        _context.Say(started == 0
            ? $"{Deployment}: it was up, and nothing was changed."
            : string.Create(CultureInfo.InvariantCulture, $"{Deployment}: {started} started; every node serves."));
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

    /// <summary>Ends every node, with the data that it has.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Whether there was something to end.</returns>
    public bool Stop(CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        if (file.Read() is not { } state)
        {
            return false;
        }

        Provider(state.Deployment, null, state.Home).Stop(state.Id, removesData: false, cancellation);
        return true;
    }

    /// <summary>Ends every node, and removes what was made.</summary>
    /// <param name="removesData">Whether the nodes' folders go too; else they stay, and so does the state file that knows them.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Whether there was something to remove.</returns>
    public bool Down(bool removesData, CancellationToken cancellation)
    {
        using var file = StateFile.Open(_context.File);
        if (file.Read() is not { } state)
        {
            return false;
        }

        var nodes = Provider(state.Deployment, null, state.Home);
        nodes.Stop(state.Id, removesData, cancellation);
        nodes.Remove(state.Id, removesData, cancellation);
        if (removesData)
        {
            file.Remove();
        }

        return true;
    }

    /// <summary>What <see cref="Up"/> would do, as text. Nothing is changed, and no machine is asked.</summary>
    public string Render() => Provider(Deployment, null).Render();

    /// <summary>What was brought up may be other than what the file says now: then the state file's deployment is meant.</summary>
    private ClusterProvider Provider(Deployment deployment, Secret? password, string? home = null) =>
        deployment.Provider switch
        {
            "compose" => new ComposeProvider(deployment, _context, password),
            "kubernetes" => new KubernetesProvider(deployment, _context, password),
            _ => new ProcessProvider(deployment, _context, password, home),
        };

    private void RefuseAnother(ClusterState state, CancellationToken cancellation)
    {
        var differences = DeploymentDifferences.Between(state.Deployment, Deployment);
        if (differences.Count == 0)
        {
            return;
        }

        string[] said = [.. differences.Select(difference => $"{_context.File}: {difference} when it was brought up.")];
        if (!DeploymentDifferences.CanChange(state.Deployment, Deployment))
        {
            throw new DeploymentException([.. said, $"{_context.File}: take it down first ('dbingest cluster down {_context.File} --remove-data'), or write another file."]);
        }

        var was = Provider(state.Deployment, null, state.Home);
        if (Enumerable.Range(0, state.Deployment.Nodes.Count).Any(i => was.State(i, state.Id, cancellation).State == "running"))
        {
            throw new DeploymentException([.. said, $"{_context.File}: nodes take it with their next start; stop them first ('dbingest cluster stop {_context.File}')."]);
        }
    }
}
