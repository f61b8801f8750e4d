using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Clusters.Watching;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// A database server in a container that a run starts for itself. Its port is published at 127.0.0.1, its data are in a volume
/// of the engine, and both are deleted with it. <c>ContainerPool</c> starts one per database of <c>--container</c>, and the
/// <c>ContainerTarget</c>s of the database share it. When the preparation of a trial does not reach the server,
/// <see cref="EnsureRunning"/> restarts it, and deletes its data if it does not start with them. Containers and volumes have a
/// random name and the label of this process. No run touches those of another living process.
/// </summary>
public sealed class RunContainer : IDisposable
{
    private const int MostPorts = 3;

    private readonly ContainerOrder _order;
    private readonly ContainerEngine _engine;
    private readonly ContainerRecipe _recipe;
    private readonly string _name;
    private readonly string _imageId;
    private readonly ContainerGuard _guard;
    private readonly FreePorts _ports = new();
    private readonly Lock _gate = new();
    private Deployment _deployment;
    private ContainerProcesses _processes = new(string.Empty, 0);
    private NodeProbe? _probe;

    private RunContainer(ContainerOrder order, ContainerEngine engine, string imageId, string image)
    {
        (_order, _engine, _imageId, Image) = (order, engine, imageId, image);
        _recipe = DeploymentCatalog.Container(order.Database.Name)!;
        _name = $"dbingest-run-{order.Database.Name}-{Guid.NewGuid().ToString("N")[..8]}";
        _deployment = Describe(0);
        _guard = new ContainerGuard(engine.Program, _name);
    }

    /// <summary>The image's name with its digest, or its id if no registry has it.</summary>
    public string Image { get; }

    /// <summary>The engine and its version.</summary>
    public string Engine => _engine.ToString();

    /// <summary>The endpoint by which targets open the server. It holds no secret.</summary>
    public string Endpoint => _recipe.PublishedEndpoint(_deployment);

    /// <summary>The limits and the engine that applies them; null for none.</summary>
    public string? Limits => _order.Limits is null ? null : $"{_order.Limits} ({_engine.Program})";

    /// <summary>Variables and command that differ from the image's own, without secrets; empty for none.</summary>
    public string Settings => string.Join(' ', Variables().Where(variable => !RunDeployment.IsPassword(variable.Value))
        .Select(variable => $"{variable.Name}={variable.Value}").Concat(Command()));

    /// <summary>The ids of its processes; empty when this machine does not see them.</summary>
    public IReadOnlyList<int> Processes => _processes.Now;

    private DeployedNode Node => _deployment.Nodes[0];

    /// <summary>Removes leftovers of killed runs, fetches the image if needed, and starts the container.</summary>
    /// <param name="order">Database, image, password and limits of the container.</param>
    /// <param name="cancellation">Ends the start. Nothing is left.</param>
    /// <returns>The container, whose server answers.</returns>
    /// <exception cref="TargetException">
    /// There is no engine, the image cannot be fetched, or the server does not start.
    /// </exception>
    public static RunContainer Start(ContainerOrder order, CancellationToken cancellation)
    {
        try
        {
            return StartBy(ContainerEngine.Required, order, cancellation);
        }
        catch (ClusterException exception)
        {
            throw Unusable(order, exception);
        }
    }

    /// <summary>Starts the container by an engine that was found. Tests pass a script.</summary>
    /// <exception cref="ClusterException">The image cannot be fetched, or the server does not start.</exception>
    internal static RunContainer StartBy(ContainerEngine engine, ContainerOrder order, CancellationToken cancellation)
    {
        ContainerLeftovers.Remove(engine, cancellation);
        var (id, image) = Fetch(engine, order, cancellation);
        order.Say($"Starting {order.Image} in a container by {engine}.");
        var container = new RunContainer(order, engine, id, image);
        try
        {
            container.Create(cancellation);
            return container;
        }
        catch
        {
            container.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Starts the server again if it has ended, at the same port. If it does not start with its data, deletes them first. Safe
    /// only before a trial.
    /// </summary>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="TargetException">The server does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation)
    {
        lock (_gate)
        {
            try
            {
                // None is there if it could not be created again before an earlier trial, as on a full disk.
                bool isThere = _engine.Run(["container", "inspect", _name], cancellation).Code == 0;
                if (isThere && State(cancellation) is { Status: "running" })
                {
                    return;
                }

                if (isThere && _engine.Run(["start", _name], cancellation).Code == 0)
                {
                    try
                    {
                        Await(cancellation);
                        return;
                    }
                    catch (ClusterException)
                    {
                        // The server does not start with its data.
                    }
                }

                // Open targets and source processes know the port, so it stays the same.
                Forget(cancellation);
                TryCreate(hasOtherPorts: false, cancellation);
            }
            catch (ClusterException exception)
            {
                throw Unusable(_order, exception);
            }
        }
    }

    /// <summary>
    /// Opens readers of the container's resource use, which count from now: on this machine when it may read the processes'
    /// counters, otherwise by a shell in the container.
    /// </summary>
    /// <returns>The readers; empty when neither works.</returns>
    public IReadOnlyList<IResourceReader> OpenReaders()
    {
        if (Processes is [var first, ..]
            && (Environment.IsPrivilegedProcess || CanRead($"/proc/{first.ToString(CultureInfo.InvariantCulture)}/io")))
        {
            return [LocalProcesses.OfServer(() => Processes)];
        }

        try
        {
            if (_probe is not { HasEnded: false } || _probe.Silence > NodeReader.LongestSilence)
            {
                _probe?.Dispose();
                _probe = new NodeProbe(Shell(), processFile: null);
            }

            if (_probe.Await(CancellationToken.None))
            {
                long asked = Stopwatch.GetTimestamp();
                _probe.Ask();
                if (_probe.Read(NodeWait.AnswerTimeout) is { } answer && answer.At >= asked)
                {
                    return [new NodeReader(_name, _probe, isOfThisMachine: true, hasNetwork: false, answer.Counters, answer.At)];
                }
            }
        }
        catch (ClusterException)
        {
            // The result reports that the server was not sampled.
        }

        return _processes.AreSeen ? [LocalProcesses.OfServer(() => Processes)] : [];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _probe?.Dispose();
        _guard.Dispose();
        _ports.Dispose();
    }

    private static TargetException Unusable(ContainerOrder order, ClusterException exception) =>
        new($"{order.Image} cannot be used as a container of {order.Database.Name}: {exception.Message}", exception,
            isUnreachable: true);

    /// <summary>Fetches the image unless it is on this machine.</summary>
    private static (string Id, string Image) Fetch(ContainerEngine engine, ContainerOrder order, CancellationToken cancellation)
    {
        string[] inspect = ["image", "inspect", "--format", "{{.Id}} {{range .RepoDigests}}{{.}} {{end}}", order.Image];
        var (code, output, _) = engine.Run(inspect, cancellation);
        if (code != 0)
        {
            order.Say($"Fetching {order.Image}, which is not on this machine yet; that may take minutes.");
            var (failed, _, error) = engine.Run(["pull", "--quiet", order.Image], cancellation);
            output = failed == 0 ? engine.Must(cancellation, inspect)
                : throw new ClusterException(
                    $"The image cannot be fetched: {HostShell.Shorten(error).TrimEnd('.')}. Fetch or load it by hand "
                    + $"('{engine.Program} pull', '{engine.Program} load'), or name a local one by --container IMAGE.");
        }

        // An image that was built on this machine has no registry digest: its id identifies it here.
        string[] words = output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        string id = words[0].Contains(':', StringComparison.Ordinal) ? words[0] : "sha256:" + words[0];
        return (id, $"{order.Image} {(words.ElementAtOrDefault(1) is { } digest ? digest[(digest.IndexOf('@', StringComparison.Ordinal) + 1)..] : id)}");
    }

    private Deployment Describe(int port) => RunDeployment.Of(_recipe, _order.Image, port, _order.Connections);

    /// <summary>
    /// Creates volume and container and waits until the server answers. It tries three ports, since another program may take one
    /// before the engine does.
    /// </summary>
    private void Create(CancellationToken cancellation)
    {
        for (int attempt = 1; ; attempt++)
        {
            _deployment = Describe(_recipe.NamedPorts.Contains(_recipe.Port) ? _recipe.Port : _ports.Take(IPAddress.Loopback));
            if (TryCreate(attempt < MostPorts && _recipe.NamedPorts.Count == 0, cancellation))
            {
                return;
            }

            Forget(cancellation);
        }
    }

    /// <summary>Creates volume and container at the port that was chosen, and waits until the server answers.</summary>
    /// <param name="hasOtherPorts">True if the caller may choose another port.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>False if another program has the port and another one may be chosen. The container then exists.</returns>
    private bool TryCreate(bool hasOtherPorts, CancellationToken cancellation)
    {
        _engine.Must(cancellation, "volume", "create", "--label", ContainerLeftovers.Label, _name);
        var made = _engine.Run(CreateWords(), cancellation, Secrets());
        if (made.Code != 0)
        {
            throw _engine.Failed("create", made.Error);
        }

        var (code, _, error) = _engine.Run(["start", _name], cancellation);
        if (code == 0)
        {
            Await(cancellation);
            return true;
        }

        bool isTaken = error.Contains("in use", StringComparison.OrdinalIgnoreCase)
            || error.Contains("already allocated", StringComparison.OrdinalIgnoreCase);
        return hasOtherPorts && isTaken ? false : throw _engine.Failed("start", error);
    }

    private string[] CreateWords()
    {
        var entry = ContainerTls.Entry(_deployment, _recipe);
        IEnumerable<(int Outside, int Inside)> ports = _recipe.NamedPorts.Select(port => (port, port))
            .Append((_deployment.Port, _recipe.PortIn(_deployment))).Distinct();
        return
        [
            "create", "--name", _name, "--label", ContainerLeftovers.Label, "--hostname", Node.Name,
            .. ports.SelectMany(port =>
                (string[])["--publish", string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port.Outside}:{port.Inside}")]),
            "--volume", $"{_name}:{_recipe.DataFolder}",
            .. Variables().SelectMany(
                variable => (string[])["--env", RunDeployment.IsPassword(variable.Value) ? variable.Name
                : $"{variable.Name}={variable.Value}"]),
            .. _order.Limits?.MemoryBytes is { } bytes ? ["--memory", Text(bytes), "--memory-swap", Text(bytes)]
                : Array.Empty<string>(),
            .. _order.Limits?.Cpus is { } cpus ? ["--cpus", cpus.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
            .. entry.Count > 0 ? ["--entrypoint", entry[0]] : Array.Empty<string>(),
            _imageId,
            .. entry.Skip(1), .. Command(),
        ];
    }

    /// <summary>Forms the cluster where the recipe demands it, then waits until the target's own probe succeeds.</summary>
    private void Await(CancellationToken cancellation)
    {
        void Until(string what, Func<string?> missing) => NodeWait.Until(
            what, missing, () => State(cancellation) is { Status: "running" } ? null
                : $"The container has ended. It printed: {Tail(cancellation)}", cancellation);

        if (_recipe.Form(_deployment) is { } form)
        {
            Until("The server cannot be initialised", () => Shell()
                .Run(form, [], _recipe.FormInput(_deployment, _order.Password),
                cancellation: cancellation) is { ExitCode: not 0 } failed ? failed.Words : null);
        }

        Until("The server does not answer", () => Ask() is { IsAvailable: false } not ? not.Detail : null);
        var state = State(cancellation);
        _processes = new ContainerProcesses(state.Id, state.Process);
    }

    private TargetAvailability Ask()
    {
        try
        {
            return _order.Database.Probe(
                new TargetOptions
                {
                    Endpoint = Endpoint,
                    Password = _order.Password,
                    WorkFolder = Path.GetTempPath(),
                    RequestTimeout = NodeWait.AnswerTimeout
                });
        }
        catch (TargetException exception)
        {
            return new TargetAvailability(false, exception.Message);
        }
    }

    private void Forget(CancellationToken cancellation)
    {
        // A container that is gone is an error of some engines. One that stays keeps its volume.
        _engine.Run(["kill", _name], cancellation);
        _engine.Run(["rm", "--force", "--volumes", _name], cancellation);
        _engine.Must(cancellation, "volume", "rm", "--force", _name);
    }

    private (string Status, int Process, string Id) State(CancellationToken cancellation)
    {
        string[] words = _engine.Must(cancellation, "container", "inspect", "--format",
            "{{.State.Status}} {{.State.Pid}} {{.Id}}", _name).Split(' ');
        return (words[0], int.TryParse(words[1], CultureInfo.InvariantCulture, out int pid) ? pid : 0, words[2]);
    }

    private string Tail(CancellationToken cancellation)
    {
        var (_, output, error) = _engine.Run(["logs", "--tail", "8", _name], cancellation);
        return HostShell.Shorten(output + error) is { Length: > 0 } tail ? tail : "nothing";
    }

    private HostShell Shell() => new(_name, (name, command) =>
        new ProcessStartInfo(_engine.Program, ["exec", "--interactive", name, .. command]) { UseShellExecute = false });

    private IEnumerable<(string Name, string Value)> Variables() => _recipe.Environment(_deployment, Node);

    private IEnumerable<string> Command() => _recipe.Command(_deployment, Node);

    /// <summary>
    /// Values of variables that hold the password: the engine reads them from its environment, so that no command line shows
    /// them.
    /// </summary>
    private Dictionary<string, string> Secrets() => Variables().Where(variable => RunDeployment.IsPassword(variable.Value))
        .ToDictionary(variable => variable.Name, _ => _order.Password?.Reveal() ?? string.Empty, StringComparer.Ordinal);

    private static bool CanRead(string file)
    {
        try
        {
            return File.ReadAllText(file).Length > 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
