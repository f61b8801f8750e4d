using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Workers;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Execution;

/// <summary>
/// Opens and owns the targets and source processes of a sweep, and the null target for the ceilings of its client. The
/// workloads belong to the caller, who must dispose them after the session. <c>RunVerb</c> and <c>PlanVerb</c> create one
/// session before the first trial. Disposing it ends source processes and private servers.
/// </summary>
internal sealed class SweepSession : IDisposable
{
    /// <summary>A source process that is silent for this long counts as hung. It reports four times per second.</summary>
    private static readonly TimeSpan WorkerSilenceLimit = TimeSpan.FromSeconds(30);

    private readonly WorkerPool _workers;

    private readonly TargetOptions _ceilingOptions;

    private readonly ProgramCopy? _copy;

    private readonly IReadOnlyList<string> _endpointFiles;

    private SweepSession(SweepRequest request, WorkloadSet workloads, OpenTargets targets, TargetOptions common)
    {
        Request = request;
        Workloads = workloads;
        Targets = targets;
        _ceilingOptions = common;
        Ceiling = TargetCatalog.Find(TargetCatalog.Ceiling).Open(common);
        _copy = request.HostProgram == ProgramCopy.Word ? new ProgramCopy(request.Launcher!, ProgramCommand.Words, common.Say)
            : null;
        bool hasHosts = request.Sources.Any(layout => layout.Hosts.Count > 0);
        _endpointFiles = hasHosts ? [.. targets.All.SelectMany(EndpointFilesOf)] : [];
        _workers = new WorkerPool(Start, WorkerSilenceLimit,
            hasHosts ? LoadedFiles.Hash(Databases.Plugins.Select(plugin => plugin.File.Path).Concat(_endpointFiles)) : null);
        Engine = new ProcessEngine(_workers, TaskFor, Targets.ServiceOf);
    }

    public SweepRequest Request { get; }

    private bool IsWatched { get; init; }

    public WorkloadSet Workloads { get; }

    public OpenTargets Targets { get; }

    /// <summary>
    /// The null target. The rate at which the client writes to it is the ceiling for every database on this machine.
    /// </summary>
    public ITarget Ceiling { get; }

    public IIngestEngine Engine { get; }

    /// <summary>The retries of each database: the user's, or else the database's own default.</summary>
    public RetryPlan Retry => new(
        new(Request.Retries, TimeSpan.FromSeconds(Request.RetryDelayS)),
        Request.OwnRetries
            .ToDictionary(own => own.Key, own => new RetryOptions(own.Value.Retries, TimeSpan.FromSeconds(own.Value.DelayS)),
            StringComparer.Ordinal));

    /// <summary>Opens all targets. Source processes start when the first trial needs them.</summary>
    /// <param name="request">The request.</param>
    /// <param name="workloads">Workloads of the request. The caller disposes them after the session.</param>
    /// <param name="points">The points of the sweep.</param>
    /// <param name="common">Options that all targets share: work folder and cancellation.</param>
    /// <param name="isWatched">True if source processes report snapshots for a live display.</param>
    /// <exception cref="UnavailableException">A database cannot be used.</exception>
    /// <exception cref="UsageException">The configuration is invalid.</exception>
    public static SweepSession Open(SweepRequest request, WorkloadSet workloads, IReadOnlyList<Point> points,
        TargetOptions common, bool isWatched = false)
    {
        FaultNeeds.Check(request);
        var targets = OpenTargets.Open(points, request, common, (definition, options, target, key) =>
            TrialServiceStart.Of(definition, options, target, key, isWarmedUp: request.RehearsalS > 0));
        return new SweepSession(request, workloads, targets, common) { IsWatched = isWatched };
    }

    /// <summary>
    /// Starts a source process on each other host, so that an unreachable host or another build is found before the first trial.
    /// </summary>
    /// <returns>
    /// The environment of each host, by its name in <c>--sources</c>. Null if all sources run on this machine.
    /// </returns>
    /// <param name="cancellation">Ends the wait for a host.</param>
    /// <exception cref="UnavailableException">A host cannot be used.</exception>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    public IReadOnlyDictionary<string, EnvironmentInfo>? Hosts(CancellationToken cancellation)
    {
        string[] hosts = [.. Request.Sources.SelectMany(layout => layout.Hosts).Distinct(StringComparer.Ordinal)];
        try
        {
            var workers = _workers.Rent(hosts, cancellation);
            var found = workers.ToDictionary(worker => worker.Host!, worker => worker.Hello!.Environment, StringComparer.Ordinal);
            _workers.Return(workers);
            return found.Count == 0 ? null : found;
        }
        catch (WorkerException exception)
        {
            // Ctrl-C in a terminal ends the launchers too.
            cancellation.ThrowIfCancellationRequested();
            throw new UnavailableException(exception.Message, exception);
        }
    }

    public void Dispose()
    {
        _workers.Dispose();
        Ceiling.Dispose();
        Targets.Dispose();
    }

    private ProcessStartInfo Start(string? host)
    {
        string[] arguments = ["worker", .. Databases.Plugins
            .Select(plugin => $"--plugin={plugin.File.Path}"), .. Request.RehearsalS > 0 ? Array.Empty<string>() : ["--cold"]];
        return host is null
            ? ProgramCommand.Start(arguments)
            : Request.Launcher!.Start(host,
                [.. ProgramOn(host), .. arguments, .. _endpointFiles.Select(file => $"--file={file}"), "--elsewhere"]);
    }

    private IEnumerable<string> EndpointFilesOf(ITarget target) =>
        Databases.Find(Targets.KeyOf(target).Of(SweepAxes.Database)).FilesOf(target.AttachEndpoint);

    private IReadOnlyList<string> ProgramOn(string host) =>
        _copy?.On(host, _ceilingOptions.Cancellation) ?? (Request.HostProgram is { } program ? [program] : ProgramCommand.Words);

    private OpenTask TaskFor(IngestRequest request, ITarget target, IWorkload workload)
    {
        bool isCeiling = ReferenceEquals(target, Ceiling);
        string database = isCeiling ? TargetCatalog.Ceiling : Targets.KeyOf(target).Of(SweepAxes.Database);
        var options = isCeiling ? _ceilingOptions : Targets.OptionsOf(target);
        return new OpenTask
        {
            Database = database,
            Options = Databases.Attaching(Databases.Find(database), options, target.AttachEndpoint),
            Workload = Workloads.TaskOf(workload),
            Facts = workload.Facts,
            Request = request,
            IsWatched = IsWatched,
        };
    }
}
