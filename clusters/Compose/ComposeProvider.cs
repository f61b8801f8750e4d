using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Compose;

/// <summary>
/// Runs nodes as containers of this machine, by <c>docker compose</c> and a file that it writes anew beside the deployment
/// file before each command. <see cref="Cluster"/> creates one per command on a deployment with provider compose. It touches
/// only those containers of its compose project whose label has the deployment's id, and deletes volumes only when told to
/// remove data.
/// </summary>
/// <remarks>
/// On Linux, clients reach each container at its own address. Elsewhere they reach one port that the first node publishes, so
/// only a deployment of one node comes up.
/// </remarks>
internal sealed class ComposeProvider : ClusterProvider
{
    private const string Engine = "docker";
    private readonly ContainerRecipe _recipe;

    public ComposeProvider(Deployment deployment, ClusterContext context, Secret? password)
        : base(deployment, context, password) => _recipe = DeploymentCatalog.Container(deployment.Database)!;

    /// <inheritdoc/>
    public override string Endpoint => HasRoles ? Process!.Endpoint(Order(), Order().Nodes) : IsReached
        ? _recipe.Endpoint(Deployment, [.. Deployment.Nodes.Select(node => node.Address)]) : Published;

    /// <inheritdoc/>
    public override int PortOf(int index) => HasRoles ? Process!.PortOf(Order(), Order().Nodes[index]) : IsReached ? _recipe.Port
        : Deployment.Port;

    /// <inheritdoc/>
    public override string? Refusal => IsReached || Deployment.Nodes.Count == 1
        ? null
        : "this system cannot reach containers at their addresses, by which nodes of a cluster know each other; deploy one "
            + "node, or use Linux";

    /// <summary>True on Linux, where this machine reaches a container at the container's own address.</summary>
    private static bool IsReached => OperatingSystem.IsLinux();

    /// <summary>
    /// The process recipe, whose client forms clusters, writes marks and compares nodes; null when the image does all of that.
    /// </summary>
    private ServerRecipe? Process => DeploymentCatalog.Process(Deployment.Database);

    private bool HasRoles => Deployment.Nodes.Any(node => node.Role is not null);

    private string Published => _recipe.PublishedEndpoint(Deployment);

    private string File => Path.ChangeExtension(Path.GetFullPath(Context.File), ".compose.yaml");

    /// <inheritdoc/>
    public override string Render() => Text(null);

    /// <inheritdoc/>
    public override string? ForeignDetail => OfAnother;

    /// <inheritdoc/>
    public override bool TakesMark => Process is not null;

    /// <inheritdoc/>
    public override void Mark(string mark) => Asking(() =>
    {
        Process?.Mark(Order(), mark);
        return true;
    });

    /// <inheritdoc/>
    public override bool? Carries(int index, string mark) => Asking(() => Process?.Carries(Order(), Order().Nodes[index], mark));

    /// <inheritdoc/>
    public override string? Prepare(string id, CancellationToken cancellation)
    {
        ContainerTls.Check(Deployment);
        Compose(id, cancellation, "version");
        States(id, cancellation);
        return null;
    }

    /// <inheritdoc/>
    public override int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation)
    {
        Deployment.Nodes.ToList().ForEach(begin);
        int missing = States(id, cancellation).Count(state => state != "running");
        if (missing > 0)
        {
            Context.Say(string.Create(CultureInfo.InvariantCulture,
                $"Starting {missing} of {Deployment.Nodes.Count} containers; missing images are fetched first."));
            Compose(id, cancellation, "up", "--detach");
        }

        if (_recipe.Form(Deployment) is { } form)
        {
            Until(id, "The nodes do not form one cluster", 0, () => Shell(0)
                .Run(form, [], _recipe.FormInput(Deployment, Password), cancellation: cancellation) is { ExitCode: not 0 } failed
                ? failed.Words : null, cancellation);
        }

        Until(id, "The nodes do not form one cluster, with its user", 0, FormByClient, cancellation);
        for (int i = 0; i < Deployment.Nodes.Count; i++)
        {
            int index = i;
            Until(id, $"{Deployment.Nodes[i].Name} does not serve clients", i,
                () => Ask(index, NodeWait.AnswerTimeout) is { IsAvailable: false } not ? not.Detail : null, cancellation);
        }

        return missing;
    }

    /// <inheritdoc/>
    public override IReadOnlyList<NodeStopResult> Stop(string id, bool removesData, CancellationToken cancellation)
    {
        string[] before = States(id, cancellation);
        Context.Say("Stopping the containers.");
        Compose(id, cancellation, "stop");
        return [.. Deployment.Nodes
            .Select((node, i) => new NodeStopResult(node.Name, before[i] switch
            {
                "absent" => NodeStopResult.Absent,
                "stopped" => NodeStopResult.Idle,
                _ => NodeStopResult.Ended,
            }))];
    }

    /// <inheritdoc/>
    public override void Remove(string id, bool removesData, CancellationToken cancellation)
    {
        States(id, cancellation);
        Context.Say(removesData ? "Removing the containers, their network and their volumes."
            : "Removing the containers and their network.");
        Compose(id, cancellation, removesData ? ["down", "--volumes"] : ["down"]);
        if (removesData)
        {
            System.IO.File.Delete(File);
        }
    }

    /// <inheritdoc/>
    public override NodeState State(int index, string? id, CancellationToken cancellation)
    {
        var (state, processId) = Look(index, id, cancellation);
        return state != "running" ? new NodeState(state, null, null, null, null)
            : Running(Shell(index), _recipe.DataFolder, processId, cancellation);
    }

    /// <inheritdoc/>
    public override HostShell Shell(int index) =>
        new(Container(index), Context.Starter(Engine), Context, Deployment.PasswordVariable);

    /// <inheritdoc/>
    public override string DataFolder(int index) => _recipe.DataFolder;

    /// <inheritdoc/>
    public override string? Disagreement() => IsReached ? Process?.Disagreement(Order()) : null;

    /// <inheritdoc/>
    protected override string EndpointOf(int index) => HasRoles ? Process!.Endpoint(Order(), [Order().Nodes[index]]) : IsReached
        ? _recipe.Endpoint(Deployment, [Deployment.Nodes[index].Address]) : Published;

    /// <summary>Forms the cluster and creates its user, for databases whose recipe does that as a client.</summary>
    /// <returns>Null when done; otherwise the unmet condition.</returns>
    /// <exception cref="ClusterException">Waiting will not help.</exception>
    private string? FormByClient() => Asking(() => Process?.Form(Order()));

    /// <summary>The nodes as the process recipe's client reaches them.</summary>
    private ServerOrder Order() => new()
    {
        Nodes = [.. Deployment.Nodes.Select(node => IsReached ? node.Place : node.Place with { Address = "127.0.0.1" })],
        Port = IsReached ? _recipe.Port : Deployment.Port,
        Home = string.Empty,
        Settings = Process!.Settings.Read(HasRoles ? DatabaseAbilities.Query(Deployment.Settings) : null),
        User = Deployment.User,
        Password = Password,
        IsEncrypted = Deployment.Tls is not null,
        Authority = Deployment.Tls?.Authority,
        ClientCertificate = Deployment.Tls?.ClientCertificate,
        ClientKey = Deployment.Tls?.ClientKey,
    };

    private string Container(int index) => ComposeFile.Container(Deployment, Deployment.Nodes[index]);

    /// <summary>The states of all nodes.</summary>
    /// <exception cref="ClusterException">Another deployment of the same name made a container or volume.</exception>
    private string[] States(string id, CancellationToken cancellation)
    {
        string[] states = [.. Deployment.Nodes.Select((_, i) => Look(i, id, cancellation).State)];
        int foreign = Array.IndexOf(states, "foreign");
        return foreign < 0 ? states : throw Foreign($"Container {Container(foreign)}, or its volume,");
    }

    /// <summary>The state of a node and its process id, without a look into the container.</summary>
    private (string State, int? ProcessId) Look(int index, string? id, CancellationToken cancellation)
    {
        const string label = $" \"{DeploymentLabel.Name}\"}}}}";
        if (Inspect(["inspect", "--format", $"{{{{.State.Status}}}} {{{{.State.Pid}}}} {{{{index .Config.Labels{label}",
            Container(index)], cancellation) is { } container)
        {
            string[] words = container.Split(' ');
            return !DeploymentLabel.IsOwn(words.ElementAtOrDefault(2), id, IsLabelled) ? ("foreign", null)
                : words[0] != "running" ? ("stopped", null)
                : ("running", int.TryParse(words[1], CultureInfo.InvariantCulture, out int pid) ? pid : null);
        }

        // A volume outlasts its container, and the next one would begin with its data.
        string name = $"{Deployment.ResourceName}_{Deployment.Nodes[index].Name}";
        return Inspect(["volume", "inspect", "--format", $"{{{{index .Labels{label}", name], cancellation) is { } volume
            && !DeploymentLabel.IsOwn(volume, id, IsLabelled) ? ("foreign", null) : ("absent", null);
    }

    /// <summary>The engine's answer about a container or volume; null when it does not exist.</summary>
    private string? Inspect(string[] words, CancellationToken cancellation)
    {
        var (code, output, error) = Run([Engine, .. words], cancellation);
        return code == 0 ? output.Trim() : error.Contains("No such", StringComparison.OrdinalIgnoreCase) ? null
            : throw new ClusterException($"{Engine} does not answer: {HostShell.Shorten(error)}");
    }

    private void Until(string id, string what, int index, Func<string?> missing, CancellationToken cancellation) =>
        NodeWait.Until(
            what,
            missing,
            () => Look(index, id, cancellation).State == "running" ? null
                : $"{Deployment.Nodes[index].Name} has ended: {Tail(index, cancellation)}",
            cancellation);

    private string Tail(int index, CancellationToken cancellation)
    {
        var (_, output, error) = Run([Engine, "logs", "--tail", "8", Container(index)], cancellation);
        return HostShell.Shorten(output + error);
    }

    private string Text(string? id) => ComposeFile.Write(Deployment, _recipe, Path.GetDirectoryName(File)!, id);

    private void Compose(string id, CancellationToken cancellation, params string[] words)
    {
        // No labels for a deployment that an earlier version made: compose must change neither its containers nor its volumes.
        System.IO.File.WriteAllText(File, Text(IsLabelled ? id : null));

        // The file refers to the variable of the password.
        var password = Deployment.PasswordVariable is { } variable && Context.Environment(variable) is { } value
            ? new Dictionary<string, string>(StringComparer.Ordinal) { [variable] = value } : null;
        var (code, output, error) =
            Run([Engine, "compose", "--project-name", Deployment.ResourceName, "--file", File, .. words], cancellation, password);
        if (code != 0)
        {
            throw new ClusterException(
                $"'{Engine} compose {words[0]}' failed: {HostShell.Shorten(error.Length > 0 ? error : output)}. Is the engine "
                + $"running, with its plug-in compose?");
        }
    }

    private (int Code, string Output, string Error) Run(IReadOnlyList<string> command, CancellationToken cancellation,
        IReadOnlyDictionary<string, string>? environment = null) =>
        LocalCommand.Run(command, "Install a container engine with docker's command line, or use another provider.",
            cancellation, environment: environment, timeout: command[1] == "compose" ? null : Context.HostTimeout);
}
