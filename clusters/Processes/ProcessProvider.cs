using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Processes;

/// <summary>
/// Runs nodes as processes of this machine (provider local) or of hosts (provider ssh), each in its own folder.
/// <see cref="Cluster"/> creates one per command. It translates the deployment into a <see cref="ServerOrder"/>, by which the
/// database's recipe plans files and command lines. It writes, stops and deletes only in folders that carry the deployment's
/// id, and kills a node that does not end within 60 s.
/// </summary>
internal sealed class ProcessProvider : ClusterProvider
{
    private readonly ServerRecipe _recipe;
    private readonly Lazy<ServerPlan> _plan;
    private readonly string? _home;
    private bool _isOnlyShown;

    /// <summary>Translates the deployment for the database's process recipe.</summary>
    /// <param name="deployment">The deployment, as its checked file describes it.</param>
    /// <param name="context">The services of the command.</param>
    /// <param name="password">The password; null when there is none, or the command does not need it.</param>
    /// <param name="home">The folder of the vendor's programs that the state file names; null to search for it.</param>
    public ProcessProvider(Deployment deployment, ClusterContext context, Secret? password, string? home)
        : base(deployment, context, password)
    {
        _home = home;
        _recipe = DeploymentCatalog.Process(deployment.Database)!;
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

    /// <summary>The deployment as the recipe sees it.</summary>
    public ServerOrder Order { get; }

    /// <summary>The recipe's plan: commands and files of each node. It is made at first use.</summary>
    /// <exception cref="ClusterException">The vendor's programs are not found.</exception>
    public ServerPlan Plan => _plan.Value;

    /// <inheritdoc/>
    public override string Endpoint => _recipe.Endpoint(Order, Order.Nodes);

    /// <inheritdoc/>
    public override int PortOf(int index) => _recipe.PortOf(Order, Order.Nodes[index]);

    /// <inheritdoc/>
    public override string? Refusal => _recipe.Refusal(Order);

    /// <inheritdoc/>
    public override string Render()
    {
        _isOnlyShown = true;
        return ProcessText.Of(this);
    }

    /// <summary>
    /// The folder of the vendor's programs that the file names but this machine lacks. Set only by <see cref="Render"/>; null
    /// when the programs are found.
    /// </summary>
    public string? MissingHome { get; private set; }

    /// <inheritdoc/>
    public override bool TakesMark => true;

    /// <inheritdoc/>
    public override void Mark(string mark) => Asking(() =>
    {
        _recipe.Mark(Order, mark);
        return true;
    });

    /// <inheritdoc/>
    public override bool? Carries(int index, string mark) => Asking(() => _recipe.Carries(Order, Order.Nodes[index], mark));

    /// <inheritdoc/>
    public override string? Prepare(string id, CancellationToken cancellation)
    {
        _ = Plan;
        foreach (string file in Deployment.Tls?.Files ?? [])
        {
            PemFiles.Read(file);
        }

        EveryNode.Do(Deployment.Nodes.Count, i => RefuseOther(Folder(i, id), cancellation));
        return Home(0);
    }

    /// <inheritdoc/>
    public override int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation) =>
        new ProcessUp(this, Context, id, begin, cancellation).Run();

    /// <inheritdoc/>
    public override IReadOnlyList<NodeStopResult> Stop(string id, bool removesData, CancellationToken cancellation) =>

        // In parallel: one after another, the last node could hand its leadership to no other node and would wait for its
        // timeout.
        EveryNode.Select(Deployment.Nodes.Count, i => Stop(Deployment.Nodes[i], Folder(i, id), removesData, cancellation));

    /// <inheritdoc/>
    public override void Remove(string id, bool removesData, CancellationToken cancellation)
    {
        EveryNode.Do(removesData ? Deployment.Nodes.Count : 0, i =>
        {
            if (IsBegun(Deployment.Nodes[i]) && Folder(i, id).State(cancellation).State is not ("foreign" or "absent"))
            {
                Context.Say($"Removing {Deployment.Nodes[i].Folder}{(Deployment.Nodes[i].Host is { } host ? $" on {host}" : string.Empty)}.");
                Folder(i, id).Remove(cancellation);
            }
        });
    }

    /// <inheritdoc/>
    public override NodeState State(int index, string? id, CancellationToken cancellation) => Folder(index, id ?? string.Empty)
        .State(cancellation);

    /// <inheritdoc/>
    public override HostShell Shell(int index) => Deployment.Nodes[index].Host is { } host
        ? new HostShell(host, Context.Starter(Deployment.Launcher), Context, Deployment.PasswordVariable)
        : new HostShell(null, null, Context, Deployment.PasswordVariable);

    /// <inheritdoc/>
    public override string? ProcessFile(int index) => Path.Combine(Deployment.Nodes[index].Folder, "pid");

    /// <inheritdoc/>
    public override string DataFolder(int index) => Deployment.Nodes[index].Folder;

    /// <inheritdoc/>
    public override IEnumerable<string> Deviations(int index, string? id, CancellationToken cancellation) =>
        Plan.Nodes[index].Files.Where(file => !Folder(index, id ?? string.Empty).Holds(file.Key, file.Value, cancellation))
            .Select(file => $"{file.Key} of {Deployment.Nodes[index].Name} differs from the deployment file");

    /// <summary>Forms the cluster and creates its user, for databases whose recipe does that as a client.</summary>
    /// <returns>Null when done; otherwise the unmet condition.</returns>
    /// <exception cref="ClusterException">Waiting will not help.</exception>
    public string? Form() => Asking(() => _recipe.Form(Order));

    /// <inheritdoc/>
    public override string? Disagreement() => _recipe.Disagreement(Order);

    /// <summary>A node's folder on its machine.</summary>
    /// <param name="index">The node's index from 0.</param>
    /// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
    public NodeFolder Folder(int index, string id) => new(Shell(index), Deployment.Nodes[index].Folder, id);

    /// <inheritdoc/>
    protected override string EndpointOf(int index) => _recipe.Endpoint(Order, [Order.Nodes[index]]);

    private static void RefuseOther(NodeFolder folder, CancellationToken cancellation)
    {
        switch (folder.State(cancellation).State)
        {
            case "foreign":
                throw new ClusterException(
                    $"{folder.Path} on {folder.Shell.Name} holds something that this deployment did not make; name another "
                    + $"folder, or empty it.");
            case "link":
                throw new ClusterException(
                    $"{folder.Path} on {folder.Shell.Name} is a link, which is not followed; name the folder that it leads to.");
        }
    }

    private bool IsBegun(DeployedNode node) => Begun?.Contains(node.Name) != false;

    private NodeStopResult Stop(DeployedNode node, NodeFolder folder, bool removesData, CancellationToken cancellation)
    {
        if (!IsBegun(node))
        {
            return new(node.Name, NodeStopResult.Absent);
        }

        try
        {
            switch (folder.State(cancellation).State)
            {
                case "absent":
                    return new(node.Name, NodeStopResult.Absent);
                case "foreign":
                    return new(node.Name,
                        $"{folder.Path} on {folder.Shell.Name} holds something that this deployment did not make; it is left as it is");
                case "link":
                    return new(node.Name,
                        $"{folder.Path} on {folder.Shell.Name} is a link, which this deployment did not make; see what it leads to, and put that back or remove both by hand", IsFailed: true);
            }

            Context.Say($"Stopping {node.Name}.");
            return folder.Stop(removesData ? _recipe.AbandonSignal : _recipe.EndSignal, cancellation) switch
            {
                StopOutcome.Idle => new(node.Name, NodeStopResult.Idle),
                StopOutcome.Killed => new(node.Name,
                    $"killed, since it did not end within {NodeFolder.StopTimeoutS} s; its next start recovers as after a crash"),
                _ => new(node.Name, NodeStopResult.Ended),
            };
        }
        catch (ClusterException exception)
        {
            return new(node.Name, $"it may still run: {exception.Message.TrimEnd('.')}", IsFailed: true);
        }
    }

    /// <summary>
    /// The plan of all nodes. An archive is unpacked in each node's folder, so that each node has its own home.
    /// </summary>
    private ServerPlan Planned() => Asking(() =>
    {
        var first = _recipe.Plan(Order with { Home = Home(0) });
        return first with
        {
            Nodes =
            [.. first.Nodes.Select((node, i) => i == 0 ? node : _recipe.Plan(Order with { Home = Home(i) }).Nodes[i])]
        };
    });

    private string Home(int index)
    {
        if (Deployment.Install?.Archive is not null)
        {
            return Path.Combine(Deployment.Nodes[index].Folder, "home", Deployment.Home ?? string.Empty);
        }

        if (Deployment.Provider == "ssh")
        {
            return Deployment.Home
                ?? throw new DeploymentException(
                    $"{Context.File}: home: provider ssh needs the folder of the vendor's programs on the hosts; write home: "
                    + $"PATH.");
        }

        return _home ?? (_isOnlyShown && Deployment.Home is { } named ? ShownHome(named) : FindHome());
    }

    /// <summary>
    /// Finds the programs for <see cref="Render"/>. If this machine lacks them, assumes the layout of the vendor's archive.
    /// </summary>
    private string ShownHome(string named)
    {
        try
        {
            return Path.Exists(named) ? _recipe.FindHome(named) : Missing();
        }
        catch (TargetException)
        {
            return Missing();
        }

        string Missing()
        {
            MissingHome = named;
            return _recipe.AssumeHome(named);
        }
    }

    private string FindHome()
    {
        if (Deployment.Home is { } named && !Path.Exists(named))
        {
            throw new DeploymentException(
                $"{Context.File}: home: there is no folder {named} on this machine; name the one that holds the vendor's "
                + $"programs, or leave home out where they are installed.");
        }

        try
        {
            return _recipe.FindHome(Deployment.Home);
        }
        catch (TargetException exception) when (Deployment.Home is null)
        {
            throw new ClusterException(
                $"{Context.File}: home: the programs of {Deployment.Database} were not found on this machine; install them, "
                + $"or write home: FOLDER.", exception);
        }
        catch (TargetException exception)
        {
            throw new ClusterException($"{Context.File}: home: {exception.Message}", exception);
        }
    }
}
