using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Model;
using DbIngest.Clusters.Providers;
using DbIngest.Core.Targets;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Processes;

/// <summary>Nodes that are processes, of this machine or of hosts.</summary>
internal sealed class ProcessProvider : ClusterProvider
{
    private readonly ServerRecipe _recipe;
    private readonly Lazy<ServerPlan> _plan;
    private readonly string? _home;

    /// <summary>Makes ready.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="context">What is the same for all commands.</param>
    /// <param name="password">The password; null where there is none, or it is not needed.</param>
    /// <param name="home">Where the vendor's programs were found before; null to look for them.</param>
    public ProcessProvider(Deployment deployment, ClusterContext context, Secret? password, string? home)
        : base(deployment, context, password)
    {
        _home = home;
        _recipe = RecipeCatalog.Find(deployment.Database)!;
        Order = new ServerOrder
        {
            Nodes = [.. deployment.Nodes.Select(node => node.Place)],
            Port = deployment.Port,
            Home = string.Empty,
            Settings = _recipe.Settings.Read(DatabaseAbilities.Query(deployment.Settings)),
            Limits = deployment.Limits,
            User = deployment.User,
            Password = password,
            IsEncrypted = deployment.Tls is not null,
            Authority = deployment.Tls?.Authority,
            ClientCertificate = deployment.Tls?.ClientCertificate,
            ClientKey = deployment.Tls?.ClientKey,
        };
        _plan = new(Planned);
    }

    /// <summary>What the recipe was asked for.</summary>
    public ServerOrder Order { get; }

    /// <summary>The plan.</summary>
    /// <exception cref="ClusterException">The vendor's programs are not there.</exception>
    public ServerPlan Plan => _plan.Value;

    /// <inheritdoc/>
    public override string Endpoint => _recipe.Endpoint(Order, Order.Nodes);

    /// <inheritdoc/>
    public override int PortOf(int index) => _recipe.PortOf(Order, Order.Nodes[index]);

    /// <inheritdoc/>
    public override string? Refusal => _recipe.Refusal(Order);

    /// <inheritdoc/>
    public override string Render() => ProcessText.Of(this);

    /// <inheritdoc/>
    public override string? Prepare()
    {
        _ = Plan;
        foreach (string file in Deployment.Tls?.Files ?? [])
        {
            TlsFiles.Read(file);
        }

        return Home(0);
    }

    /// <inheritdoc/>
    public override int Up(string id, CancellationToken cancellation) => new ProcessUp(this, Context, id, cancellation).Run();

    /// <inheritdoc/>
    public override void Stop(string id, bool removesData, CancellationToken cancellation)
    {
        // All at once: one that hands over what it leads finds nobody in the end, and would be waited for in turn.
        EveryNode.Do(Deployment.Nodes.Count, i =>
        {
            if (Folder(i, id).State(cancellation).State is "running" or "stopped")
            {
                Context.Say($"Stopping {Deployment.Nodes[i].Name}.");
                Folder(i, id).Stop(removesData ? _recipe.AbandonSignal : _recipe.EndSignal, cancellation);
            }
        });
    }

    /// <inheritdoc/>
    public override void Remove(string id, bool removesData, CancellationToken cancellation)
    {
        EveryNode.Do(removesData ? Deployment.Nodes.Count : 0, i =>
        {
            Context.Say($"Removing {Deployment.Nodes[i].Folder}{(Deployment.Nodes[i].Host is { } host ? $" on {host}" : string.Empty)}.");
            Folder(i, id).Remove(cancellation);
        });
    }

    /// <inheritdoc/>
    public override NodeState State(int index, string? id, CancellationToken cancellation) => Folder(index, id ?? string.Empty).State(cancellation);

    /// <inheritdoc/>
    public override HostShell Shell(int index) => Deployment.Nodes[index].Host is { } host ? new HostShell(host, Context.Starter(Deployment.Launcher)) : new HostShell(null, null);

    /// <inheritdoc/>
    public override string? ProcessFile(int index) => Path.Combine(Deployment.Nodes[index].Folder, "pid");

    /// <inheritdoc/>
    public override string DataFolder(int index) => Deployment.Nodes[index].Folder;

    /// <inheritdoc/>
    public override IEnumerable<string> Deviations(int index, string? id, CancellationToken cancellation) =>
        Plan.Nodes[index].Files.Where(file => Folder(index, id ?? string.Empty).Read(file.Key, cancellation) != file.Value).Select(file => $"{file.Key} of {Deployment.Nodes[index].Name} is not what the file stands for");

    /// <summary>Makes one cluster of the nodes, and its user, where a client does that.</summary>
    /// <returns>Null where it is done; else what is missing yet.</returns>
    /// <exception cref="ClusterException">Waiting does not mend it.</exception>
    public string? Form()
    {
        try
        {
            return _recipe.Form(Order);
        }
        catch (TargetException exception)
        {
            throw new ClusterException(exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public override string? Disagreement() => _recipe.Disagreement(Order);

    /// <summary>A node's folder on its machine.</summary>
    /// <param name="index">Which node.</param>
    /// <param name="id">The deployment's id.</param>
    public NodeFolder Folder(int index, string id) => new(Shell(index), Deployment.Nodes[index].Folder, id);

    /// <inheritdoc/>
    protected override string EndpointOf(int index) => _recipe.Endpoint(Order, [Order.Nodes[index]]);

    /// <summary>An archive is unpacked in the folder of each node: then each has its own home.</summary>
    private ServerPlan Planned()
    {
        var first = _recipe.Plan(Order with { Home = Home(0) });
        return first with { Nodes = [.. first.Nodes.Select((node, i) => i == 0 ? node : _recipe.Plan(Order with { Home = Home(i) }).Nodes[i])] };
    }

    private string Home(int index)
    {
        if (Deployment.Install?.Archive is not null)
        {
            return Path.Combine(Deployment.Nodes[index].Folder, "home", Deployment.Home ?? string.Empty);
        }

        if (Deployment.Provider == "ssh")
        {
            return Deployment.Home
                ?? throw new DeploymentException($"{Context.File}: home: provider ssh has to know where the vendor's programs are on the hosts; write home: PATH.");
        }

        try
        {
            return _home ?? _recipe.FindHome(Deployment.Home);
        }
        catch (TargetException exception)
        {
            throw new ClusterException(exception.Message, exception);
        }
    }
}
