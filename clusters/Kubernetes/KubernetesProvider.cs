using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Manifests;
using DbIngest.Clusters.Providers;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Kubernetes;

/// <summary>
/// Runs nodes as pods, by <c>kubectl</c> and manifests that it writes beside the deployment file. <see cref="Cluster"/> creates
/// one per command on a deployment with provider kubernetes. It refuses to change a StatefulSet, operator resource or Secret of
/// the same name that lacks its labels (<see cref="KubernetesNames.OwnerLabel"/>, <see cref="DeploymentLabel"/>), and deletes no
/// volume claim without them, except those that an operator labels.
/// </summary>
/// <remarks>
/// Pods are not reachable from outside the cluster, so the pod's readiness decides whether a node serves, and a run must
/// itself run in a pod to reach the endpoint. Passwords and keys go to kubectl by standard input. A namespace that it creates
/// stays. Under an operator that cannot stop pods, to stop means to delete the operator's resource, whose volumes stay.
/// </remarks>
internal sealed partial class KubernetesProvider : ClusterProvider
{
    private const string Remedy = "Install kubectl, or use another provider.";
    private readonly OperatorRecipe? _operator;
    private readonly ContainerRecipe? _recipe;

    /// <summary>Looks up the recipe of the database, or of its operator. Asks no machine.</summary>
    public KubernetesProvider(Deployment deployment, ClusterContext context, Secret? password)
        : base(deployment, context, password)
    {
        _operator = DeploymentCatalog.Operator(deployment.Operator);
        _recipe = _operator is null ? DeploymentCatalog.Container(deployment.Database) : null;
    }

    /// <inheritdoc/>
    public override string Endpoint
    {
        get
        {
            string[] addresses = [.. Deployment.Nodes.Select(node => node.Address)];
            return _operator?.Endpoint(Deployment, addresses) ?? _recipe!.Endpoint(Deployment, addresses);
        }
    }

    /// <inheritdoc/>
    public override int PortOf(int index) => _operator?.Port ?? _recipe!.Port;

    private string Name => Deployment.ResourceName;

    /// <summary>The kind of the resource that creates the pods, as kubectl names it.</summary>
    private string Whole => _operator?.Resource ?? "statefulset";

    /// <summary>The names of the Secrets that <see cref="Up"/> applies.</summary>
    private IEnumerable<string> Secrets =>
        [.. Password is null ? Array.Empty<string>() : [Name],
            .. Deployment.Tls is null ? Array.Empty<string>() : [KubernetesFile.TlsName(Deployment)]];

    private string Container => _operator?.Container ?? KubernetesFile.Container;

    private string File => Path.ChangeExtension(Path.GetFullPath(Context.File), ".kubernetes.yaml");

    /// <inheritdoc/>
    public override string Render() => KubernetesFile.Write(Deployment);

    /// <inheritdoc/>
    public override string? ForeignDetail => OfAnother;

    /// <inheritdoc/>
    public override string? Prepare(string id, CancellationToken cancellation)
    {
        ContainerTls.Check(Deployment);
        if (_operator is not null && Run(["get", Whole], cancellation) is { Code: not 0, Error: var error }
            && error.Contains("resource type", StringComparison.Ordinal))
        {
            throw new ClusterException(
                $"Kubernetes does not know {_operator.Resource} ({HostShell.Shorten(error)}): install the operator of "
                + $"{_operator.Name} first, or write operator: none where {Deployment.Database} runs without.");
        }

        RefuseForeign(id, cancellation);
        if (Secrets.FirstOrDefault(secret => IsForeign("secret", secret, id, cancellation)) is { } foreign)
        {
            throw ForeignHere($"secret {foreign}");
        }

        return ForeignClaim(id, cancellation) is { } claim ? throw ForeignHere(claim) : null;
    }

    /// <inheritdoc/>
    public override int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation)
    {
        Deployment.Nodes.ToList().ForEach(begin);
        MakeNamespace(cancellation);
        int missing = Enumerable.Range(0, Deployment.Nodes.Count).Count(i => Pod(i, cancellation) is not { IsReady: true });
        if (Password is { } password)
        {
            // By standard input: others could read a command line or a file.
            Must(["apply", "-f", "-"], cancellation, KubernetesFile.Secret(Deployment, password.Reveal(), LabelOf(id)));
        }

        if (Deployment.Tls is not null)
        {
            Must(["apply", "-f", "-"], cancellation,
                KubernetesFile.TlsSecret(Deployment,
                [.. ContainerTls.Files(Deployment).Select(file => (file.Name, PemFiles.Read(file.File)))], LabelOf(id)));
        }

        if (missing > 0)
        {
            Context.Say(string.Create(CultureInfo.InvariantCulture,
                $"Starting {missing} of {Deployment.Nodes.Count} pods; missing images are fetched first."));
        }

        Apply(id, isStopped: false, cancellation);
        if (_recipe?.Form(Deployment) is { } form)
        {
            Until("The nodes do not form one cluster", 0, () => Shell(0)
                .Run(form, [], _recipe.FormInput(Deployment, Password), cancellation: cancellation) is { ExitCode: not 0 } failed
                ? failed.Words : null, cancellation);
        }

        for (int i = 0; i < Deployment.Nodes.Count; i++)
        {
            int index = i;
            Until($"{Deployment.Nodes[i].Name} does not serve clients", i,
                () => Ask(index, NodeWait.AnswerTimeout) is { IsAvailable: false } not ? not.Detail : null, cancellation);
        }

        return missing;
    }

    /// <inheritdoc/>
    public override IReadOnlyList<NodeStopResult> Stop(string id, bool removesData, CancellationToken cancellation)
    {
        if (!Exists(cancellation))
        {
            return [.. Deployment.Nodes.Select(node => new NodeStopResult(node.Name, NodeStopResult.Absent))];
        }

        bool[] ran = [.. Enumerable.Range(0, Deployment.Nodes.Count).Select(i => Pod(i, cancellation) is not null)];

        RefuseForeign(id, cancellation);
        Context.Say("Stopping the pods.");
        if (_operator is { CanStop: false })
        {
            Must(["delete", Whole, Name, "--ignore-not-found", "--wait"], cancellation);
        }
        else
        {
            Apply(id, isStopped: true, cancellation);
        }

        for (int i = 0; i < Deployment.Nodes.Count; i++)
        {
            int index = i;
            NodeWait.Until($"{Deployment.Nodes[i].Name} does not end", () => Pod(index, cancellation) is null ? null
                : $"pod {PodName(index)} is there", static () => null, cancellation);
        }

        return [.. Deployment.Nodes.Select((node, i) =>
            new NodeStopResult(node.Name, ran[i] ? NodeStopResult.Ended : NodeStopResult.Idle))];
    }

    /// <inheritdoc/>
    public override void Remove(string id, bool removesData, CancellationToken cancellation)
    {
        if (!removesData && _operator is { TakesVolumesAlong: true })
        {
            Context.Say($"The operator removes the volumes with {Whole} {Name}: it stays, stopped, with the data.");
            return;
        }

        Context.Say(removesData ? "Deleting the resources and volumes." : "Deleting the resources; volumes stay.");
        if (System.IO.File.Exists(File))
        {
            RefuseForeign(id, cancellation);
            Must(["delete", "-f", File, "--ignore-not-found", "--wait"], cancellation);
        }

        if (removesData)
        {
            string own = $"{OfTheName},{(IsLabelled ? $"{DeploymentLabel.Name}={id}" : $"!{DeploymentLabel.Name}")}";

            // An operator chooses the labels of its claims.
            string? claims = _operator is null ? own : _operator.Claims(Name);
            if (claims is not null)
            {
                Must(["delete", "persistentvolumeclaim", "-l", claims, "--ignore-not-found", "--wait"], cancellation);
            }

            Must(["delete", "secret", "-l", own, "--ignore-not-found"], cancellation);
            System.IO.File.Delete(File);
        }
    }

    /// <inheritdoc/>
    public override NodeState State(int index, string? id, CancellationToken cancellation)
    {
        // Without a state file, as in the pod of a run, only the pods tell the state.
        if (id is not null && IsForeign(Whole, Name, id, cancellation))
        {
            return new NodeState("foreign", null, null, null, null);
        }

        if (Pod(index, cancellation) is not { } pod)
        {
            return new NodeState(!Exists(cancellation) ? "absent" : IsForeign(Whole, Name, id, cancellation) ? "foreign"
                : "stopped", null, null, null, null);
        }

        return pod.Phase != "Running" ? new NodeState("running", null, null, null, null)
            : Running(Shell(index), DataFolder(index), null, cancellation);
    }

    /// <inheritdoc/>
    public override TargetAvailability Ask(int index, TimeSpan timeout)
    {
        using var limit = new CancellationTokenSource(timeout);
        try
        {
            return Pod(index, limit.Token) switch
            {
                null => new(false, $"there is no pod {PodName(index)} yet"),
                { IsReady: true } pod => new(true, pod.Tag ?? string.Empty),
                var pod => new(false,
                    $"pod {PodName(index)} is {pod.Phase}, and not ready{(pod.Waiting is { } why ? $": {why}" : string.Empty)}"),
            };
        }
        catch (OperationCanceledException)
        {
            return new(false, $"kubectl did not return within {timeout.TotalSeconds:0} s");
        }
    }

    /// <inheritdoc/>
    public override HostShell Shell(int index) => new(
        PodName(index),
        Context.Starter(
            string.Join(' ', [.. Kubectl.Select(Quoted), "exec", "-i", "{host}", "-c", Container, "--", "{command}"])),
        Context,
        Deployment.PasswordVariable);

    /// <inheritdoc/>
    public override string DataFolder(int index) => _operator?.DataFolder ?? _recipe!.DataFolder;

    /// <inheritdoc/>
    public override string? Disagreement() => null;

    /// <inheritdoc/>
    protected override string EndpointOf(int index) => Endpoint;

    private IEnumerable<string> Kubectl =>
        ["kubectl", .. Deployment.Context is { } context ? [$"--context={context}"]
            : Array.Empty<string>(), $"--namespace={Deployment.Namespace}"];

    private static string Quoted(string word) => $"'{word}'";

    private string PodName(int index) =>
        KubernetesNames.Pod(Deployment.Name, Deployment.Operator ?? KubernetesNames.NoOperator, index);

    private KubernetesPod? Pod(int index, CancellationToken cancellation) =>
        Json(["get", "pod", PodName(index)], cancellation) is { } json ? KubernetesPod.Parse(json, Container) : null;

    private bool Exists(CancellationToken cancellation) => Json(["get", Whole, Name], cancellation) is not null;

    /// <summary>The labels of what this program made for deployments of this name, as a selector.</summary>
    private string OfTheName => $"{KubernetesNames.InstanceLabel}={Name},{KubernetesNames.OwnerLabel}={KubernetesNames.Owner}";

    private string? LabelOf(string id) => IsLabelled ? id : null;

    /// <summary>
    /// True when the resource exists, and this program or this deployment did not make it. An operator may write its own name
    /// into the owner label of the Secret that it uses, as that of k8ssandra does, so there the label of the name decides.
    /// </summary>
    private bool IsForeign(string kind, string name, string? id, CancellationToken cancellation)
    {
        if (Json(["get", kind, name], cancellation) is not { } json)
        {
            return false;
        }

        using var thing = JsonDocument.Parse(json);
        bool hasLabels = thing.RootElement.GetProperty("metadata").TryGetProperty("labels", out var labels);
        string? Label(string label) => hasLabels && labels.TryGetProperty(label, out var found) ? found.GetString() : null;
        bool isOurs = _operator is not null && kind == "secret" ? Label(KubernetesNames.InstanceLabel) == Name
            : Label(KubernetesNames.OwnerLabel) == KubernetesNames.Owner;
        return !isOurs || (id is not null && !DeploymentLabel.IsOwn(Label(DeploymentLabel.Name), id, IsLabelled));
    }

    /// <summary>
    /// Finds a volume claim that another deployment of this name left: the pods would begin with its data. Null without one.
    /// An operator makes its claims without the deployment's label. There, the Secret that stays with them shows the owner.
    /// </summary>
    private string? ForeignClaim(string id, CancellationToken cancellation)
    {
        string others = $"{(IsLabelled ? string.Empty : DeploymentLabel.Name + ",")}{DeploymentLabel.Name}!={id}";
        string[] words = ["get", "persistentvolumeclaim", "-l", $"{OfTheName},{others}", "--output=name"];
        var (code, output, error) = Run(words, cancellation);
        return code != 0 ? throw Failed(words, error)
            : output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).FirstOrDefault();
    }

    private ClusterException ForeignHere(string what) => Foreign($"{what} in namespace {Deployment.Namespace}");

    /// <summary>
    /// Creates the namespace if kubectl shows that it is missing. An account that may not look namespaces up has one already.
    /// </summary>
    private void MakeNamespace(CancellationToken cancellation)
    {
        if (Run(["get", "namespace", Deployment.Namespace!, "--ignore-not-found", "--output=name"], cancellation) is
            {
                Code: 0,
                Output: var found
            } && found.Trim().Length == 0)
        {
            Context.Say($"Creating the namespace {Deployment.Namespace}; 'cluster down' keeps it, since others may use it.");
            Must(["create", "namespace", Deployment.Namespace!], cancellation);
        }
    }

    private void RefuseForeign(string id, CancellationToken cancellation)
    {
        if (IsForeign(Whole, Name, id, cancellation))
        {
            throw ForeignHere($"{Whole} {Name}");
        }
    }

    private void Apply(string id, bool isStopped, CancellationToken cancellation)
    {
        System.IO.File.WriteAllText(File, KubernetesFile.Write(Deployment, isStopped, LabelOf(id)));
        Must(["apply", "-f", File], cancellation);
    }

    private void Until(string what, int index, Func<string?> missing, CancellationToken cancellation) => NodeWait.Until(
        what, missing, () => Pod(index, cancellation) is { IsHopeless: true } pod
            ? $"{Deployment.Nodes[index].Name} does not start: {pod.Waiting}; {Tail(index, cancellation)}" : null, cancellation);

    private string Tail(int index, CancellationToken cancellation)
    {
        var (_, output, error) = Run(["logs", "--tail=8", PodName(index), "-c", Container], cancellation);
        return HostShell.Shorten(output + error);
    }

    /// <summary>A resource as JSON; null when it does not exist.</summary>
    private string? Json(string[] words, CancellationToken cancellation)
    {
        var (code, output, error) = Run([.. words, "--ignore-not-found", "--output=json"], cancellation);
        return code != 0 ? throw Failed(words, error) : output.Trim().Length == 0 ? null : output;
    }

    private void Must(string[] words, CancellationToken cancellation, string? input = null)
    {
        var (code, _, error) = Run(words, cancellation, input);
        if (code != 0)
        {
            throw Failed(words, error);
        }
    }

    private static ClusterException Failed(string[] words, string error) =>
        new($"'kubectl {string.Join(' ', words.Take(2))}' failed: {HostShell.Shorten(WithoutLog(error))}");

    /// <summary>
    /// Drops kubectl's log of each attempt to connect, five equal lines before the error, and keeps the error itself.
    /// </summary>
    internal static string WithoutLog(string error)
    {
        string plain = LogLine().Replace(error, string.Empty).Trim();
        return plain.Length > 0 ? plain : error;
    }

    /// <summary>A line of klog: severity with month and day, time, process, source file.</summary>
    [GeneratedRegex(@"^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ [^\]\n]+\].*\n?",
        RegexOptions.Multiline | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex LogLine();

    private (int Code, string Output, string Error) Run(string[] words, CancellationToken cancellation, string? input = null) =>
        LocalCommand.Run([.. Kubectl, .. words], Remedy, cancellation, input,
            timeout: words[0] is "get" or "logs" ? Context.HostTimeout : null);
}
