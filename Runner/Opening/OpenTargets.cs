using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Watching;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Opens and owns the targets of a sweep. <c>SweepSession</c> and <c>VerifyVerb</c> create one. Without blocks each target stays
/// open for all of its trials. With blocks one target is open at a time, started fresh for each block, and no caller may keep it
/// longer. It chooses blocks itself if the user left them open and idle servers would take too much of the machine. Not
/// thread-safe: only the thread that runs the sweep calls it, outside of the timed region.
/// </summary>
internal sealed class OpenTargets : IDisposable
{
    private readonly Dictionary<AxisValues, ITarget> _targets = [];
    private readonly Dictionary<ITarget, TargetOptions> _options = [];
    private readonly Dictionary<ITarget, ServiceClientTarget> _served = [];
    private readonly Dictionary<string, TargetDefinition> _definitions = [];
    private readonly SweepRequest _request;
    private readonly ContainerPool _containers;
    private readonly TargetOptions _common;
    private readonly ServiceWrapper? _services;
    private readonly Dictionary<string, ClusterWatch> _watches = new(StringComparer.Ordinal);
    private readonly Dictionary<AxisValues, TargetDescription> _described = [];
    private (int? Block, AxisValues Target, DateTimeOffset StartedUtc)? _deployed;
    private double _startS;
    private bool _staysOpen;

    private OpenTargets(SweepRequest request, TargetOptions common, ServiceStartFactory? startOf)
    {
        _request = request;
        _services = startOf is null ? null : new ServiceWrapper(request, startOf);
        _containers = new ContainerPool(request);
        _common = common;
        Blocks = request.Blocks;
    }

    /// <summary>Opens the targets of points.</summary>
    /// <param name="points">The points.</param>
    /// <param name="request">Where the databases are.</param>
    /// <param name="common">Options that all targets share: work folder and cancellation.</param>
    /// <param name="startOf">
    /// Says how to start a service before a target. Null if nothing is written, so that no target needs one.
    /// </param>
    /// <exception cref="UnavailableException">A target cannot be used. Those that were open are closed.</exception>
    /// <exception cref="UsageException">An endpoint or durability level is invalid for its database.</exception>
    public static OpenTargets Open(
        IEnumerable<Point> points, SweepRequest request, TargetOptions common, ServiceStartFactory? startOf = null)
    {
        var open = new OpenTargets(request, common, startOf);
        try
        {
            foreach (var key in points.Select(point => point.Target).Distinct())
            {
                long started = Stopwatch.GetTimestamp();
                OpeningGuard.Run(key.Of(SweepAxes.Database), () => open.Open(key));
                open._startS += Stopwatch.GetElapsedTime(started).TotalSeconds;
                if (open.BlocksBecause is not null && open.FirstFound() is { } found)
                {
                    open.StayOpen(found);
                }
                else if (open.Blocks is not null)
                {
                    // With blocks every target is started once before the first trial, so that a failing start is reported then.
                    open.DescribeAndClose();
                }
                else if (request.ChoosesBlocks && IdleServers.TooMuchMemory(open.All) is { } why)
                {
                    open.Isolate(why);
                }
            }

            if (open.Blocks is null && request.ChoosesBlocks && IdleServers.TooMuchCpu(open.All, common.Cancellation) is { } busy)
            {
                open.Isolate(busy);
            }

            return open;
        }
        catch
        {
            open.Dispose();
            throw;
        }
    }

    /// <summary>Deployments per point, as requested or chosen here. Null if all targets stay open.</summary>
    public int? Blocks { get; private set; }

    /// <summary>Why blocks were chosen automatically. Null if the user chose.</summary>
    public string? BlocksBecause { get; private set; }

    /// <summary>All targets in the order of the points.</summary>
    public IEnumerable<ITarget> All => _targets.Values;

    /// <summary>Seconds to start and stop every target once. 0 without blocks.</summary>
    public double StartS => Blocks is null ? 0 : _startS;

    /// <summary>Starts the deployment of a trial's block after ending the previous one, unless it runs already.</summary>
    /// <param name="trial">The trial.</param>
    /// <returns>When the deployment was started. Null without blocks.</returns>
    /// <exception cref="TargetException">The deployment cannot be started, whatever its target threw.</exception>
    public DateTimeOffset? Deploy(ScheduledTrial trial)
    {
        if (Blocks is null)
        {
            return null;
        }

        if (_deployed is not { } deployed || deployed.Block != trial.Block || !deployed.Target.Equals(trial.Point.Target))
        {
            OpeningGuard.RunForTrial(
                () =>
                {
                    Close();
                    var started = DateTimeOffset.UtcNow;
                    Open(trial.Point.Target, isFresh: true);
                    _deployed = (trial.Block, trial.Point.Target, started);
                },
                _common.Cancellation);
        }

        return _deployed?.StartedUtc;
    }

    /// <summary>The target of a point, which must be open. With blocks, call <see cref="Deploy"/> first.</summary>
    public ITarget For(Point point) => _targets[point.Target];

    /// <summary>The options with which a target was opened.</summary>
    public TargetOptions OptionsOf(ITarget target) => _options[target];

    /// <summary>Where the service before a target listens in the current trial. Null for a target without a service.</summary>
    /// <param name="target">The target.</param>
    /// <param name="cancellation">Cancels the start of a service that does not run.</param>
    public ServiceAddress? ServiceOf(ITarget target, CancellationToken cancellation) =>
        _served.GetValueOrDefault(target)?.Running(cancellation);

    /// <summary>The values of the axes for which a target was opened.</summary>
    public AxisValues KeyOf(ITarget target) => _targets.First(t => ReferenceEquals(t.Value, target)).Key;

    /// <summary>Describes every target, with redacted endpoints. With blocks, as each was when the sweep began.</summary>
    /// <param name="cancellation">Cancels the queries.</param>
    /// <exception cref="UnavailableException">A target does not answer.</exception>
    public IReadOnlyList<TargetDescription> Describe(CancellationToken cancellation) =>
        Blocks is null ? [.. _targets.Keys.Select(key => DescribeOne(key, cancellation))] : [.. _described.Values];

    /// <summary>Closes all targets at the same time, then ends the watches on deployments.</summary>
    public void Dispose()
    {
        Close();
        foreach (var watch in _watches.Values)
        {
            watch.Dispose();
        }
    }

    /// <summary>Switches to blocks, unless a server was running before and cannot be restarted per block.</summary>
    private void Isolate(string why)
    {
        if (_staysOpen)
        {
            return;
        }

        if (FirstFound() is { } found)
        {
            _staysOpen = true;
            _common.Say($"{why} They cannot be measured one at a time: {found.Database} was there already, and is not "
                + "started for each block.");
            return;
        }

        _common.Say($"{why} So they are measured one at a time, as by --isolate; --blocks 0 leaves all of them open.");
        Blocks = 1;
        BlocksBecause = why;
        DescribeAndClose();
    }

    /// <summary>
    /// Takes back blocks that were chosen here, for a server that was running before and that a later database named. Opens all
    /// targets, in the order of the points.
    /// </summary>
    private void StayOpen(TargetDescription found)
    {
        _common.Say($"They stay open all the same: {found.Database} was there already, and is not started for each block.");
        Blocks = null;
        BlocksBecause = null;
        _staysOpen = true;
        AxisValues[] keys = [.. _described.Keys, .. _targets.Keys];
        _described.Clear();
        Close();
        foreach (var key in keys)
        {
            OpeningGuard.Run(key.Of(SweepAxes.Database), () => Open(key));
        }
    }

    /// <summary>The first open target whose server was running before. Null if the run started all of them.</summary>
    private TargetDescription? FirstFound() =>
        _targets.Keys.Select(key => DescribeOne(key, _common.Cancellation)).FirstOrDefault(IsFound);

    // Of a hybrid, the text joins the configurations of its servers.
    private bool IsFound(TargetDescription target) =>
        target.Configuration.Contains(TargetDescription.FoundConfiguration, StringComparison.Ordinal)
            || _definitions[target.Database].Parts.Any(_request.Access.HasEndpoint);

    private void DescribeAndClose()
    {
        foreach (var key in _targets.Keys)
        {
            var description = DescribeOne(key, _common.Cancellation);
            if (IsFound(description))
            {
                throw new UsageException(
                    $"--isolate: {description.Database} was there already, at {description.Endpoint}, and is not started for "
                    + $"each block; leave the option out, or end that server so that one of our own is started.");
            }

            _described.Add(key, description);
        }

        long started = Stopwatch.GetTimestamp();
        Close();
        _startS += Stopwatch.GetElapsedTime(started).TotalSeconds;
    }

    private void Close()
    {
        var endings = _targets.Values.Select(target =>
            Task.Factory.StartNew(target.Dispose, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default))
                .ToList();
        _targets.Clear();
        _options.Clear();
        _served.Clear();
        _deployed = null;
        endings.ForEach(ending => ending.GetAwaiter().GetResult());
    }

    private TargetDescription DescribeOne(AxisValues key, CancellationToken cancellation)
    {
        string database = key.Of(SweepAxes.Database);
        var description = OpeningGuard.Run(database, () => _targets[key].Describe(cancellation));
        if (_request.Duplicates.Count > 0)
        {
            RequireRepeats(database, description.Repeats);
        }

        return TableSettings.AddTo(_request, _definitions[database], description, key) with
        {
            OpenedFor = key.ByField(),
            Endpoint = Redaction.Redact(description.Endpoint),
            Model = _definitions[database].Model,
            LicenceNotice = description.LicenceNotice ?? _definitions[database].LicenceNotice,
            BuildProperties = BuildProperties.Of(_definitions[database], description.Client),
        };
    }

    /// <summary>Refuses <c>--duplicates</c> if a database refuses a second sending or does not say how it stores one.</summary>
    private static void RequireRepeats(string database, Repeats? repeats)
    {
        if (repeats is null or Repeats.Refuses)
        {
            throw new UsageException(repeats is null
                ? $"--duplicates: {database} does not say what it stores of a record that is sent twice; leave one of them out."
                : $"--duplicates: the key of {database} refuses a record that is there already; leave one of them out, or choose "
                    + "a table without a key, or a way to write that replaces, by the options of --endpoint.");
        }
    }

    /// <summary>Opens a target. <c>isFresh</c> asks for a server that the run starts, even if another one answers.</summary>
    private ITarget Open(AxisValues key, bool isFresh = false)
    {
        string database = key.Of(SweepAxes.Database);
        var definition = _request.Databases.First(d => d.Definition.Name == database).Definition;
        var options = SweepAxes.All.Aggregate(_request.Access.For(definition, _common),
            (opened, axis) => axis.Apply(opened, key));
        string? deployment = SweepAxes.Deployment.TryGet(key, out string? name) ? name : null;
        options = _request.Access.At(options, deployment) with
        {
            ServerLimits = _request.ServerLimits,
            Connections = _request.Connections,
            // A server that somebody started since the sweep began is no fresh deployment. Points without a restart use a
            // private server too, so that only the restart differs. A part of a hybrid may have been there before.
            WantsPrivateServer = isFresh || _request.Faults.Count > 0 || (definition.Parts.Count == 1
                && _request.On(SweepAxes.Restart).Contains(ServerAxes.RestartServer)),
            WantsOwnDisk = _request.Has(FaultKind.DiskFull),
            WantsOwnNetwork = _request.Has(FaultKind.Partition),
        };
        (var target, options) = Interruptible.Run(() => Open(definition, options, deployment), options.Cancellation);
        string? stopping = _request.Faults.Count > 0 ? "--fault"
            : SweepAxes.Restart.TryGet(key, out string? restart) && restart == ServerAxes.RestartServer ? "--restart" : null;
        if (stopping is not null && target.StartedServers.Count == 0)
        {
            target.Dispose();
            throw new UsageException(
                $"{stopping}: this run did not start the server of {database}, so that it cannot stop it; leave the option out.");
        }

        var served = _services?.Before(definition, options, target, key);
        target = new InterruptibleTarget(served ?? target, options.Cancellation);
        if (served is not null)
        {
            _served.Add(target, served);
        }

        _targets.Add(key, target);
        _options.Add(target, options);
        _definitions[database] = definition;
        return target;
    }

    /// <summary>Returns the watch on a deployment's nodes, which all its targets share.</summary>
    private ClusterWatch WatchOf(DeployedDatabase deployed)
    {
        if (!_watches.TryGetValue(deployed.Name, out var watch))
        {
            _watches.Add(deployed.Name, watch = deployed.Cluster.Watch(_common.Say, _common.Cancellation));
        }

        return watch;
    }

    /// <summary>Opens a target. First checks a deployment against its file, or else starts the containers.</summary>
    /// <returns>The target, and the options with which a source process opens the same database.</returns>
    private (ITarget Target, TargetOptions Options) Open(TargetDefinition definition, TargetOptions options, string? deployment)
    {
        if (_request.Access.Deployed.FirstOrDefault(d => d.Name == deployment) is not { } deployed)
        {
            return OpenHere(definition, options);
        }

        try
        {
            deployed.Cluster.Verify(options.Cancellation);
            var watch = WatchOf(deployed);
            return (new WatchedTarget(definition.Open(options), watch), options);
        }
        catch (DeploymentException exception)
        {
            throw new UsageException(exception.Messages);
        }
        catch (ClusterException exception)
        {
            throw new TargetException(exception.Message, exception, isUnreachable: true);
        }
        catch (TargetException exception)
        {
            throw new TargetException(
                $"{exception.Message} It is the deployment {deployed.Name}: 'dbingest cluster up {deployed.File}' brings it up.",
                exception, exception.IsUnreachable);
        }
    }

    private (ITarget Target, TargetOptions Options) OpenHere(TargetDefinition definition, TargetOptions options)
    {
        var (inside, leases) = _containers.Start(definition, options);
        if (leases.Count == 0)
        {
            return (OpenWithout(definition, options), options);
        }

        try
        {
            return (new ContainerTarget(definition.Open(inside), leases, options.ServerLimits), inside);
        }
        catch
        {
            foreach (var lease in leases.Values)
            {
                lease.Dispose();
            }

            throw;
        }
    }

    /// <summary>
    /// Opens a target without a container. If the database has no server, the message suggests <c>--container</c>.
    /// </summary>
    private ITarget OpenWithout(TargetDefinition definition, TargetOptions options)
    {
        try
        {
            return definition.Open(options);
        }
        catch (TargetException exception) when (!_request.Access.HasEndpoint(definition) && !definition.Probe(options).IsAvailable
            && ContainerRemedy.Of(definition) is { Length: > 0 } remedy)
        {
            throw new TargetException($"{exception.Message.TrimEnd('.')}.{remedy}", exception, exception.IsUnreachable);
        }
    }
}
