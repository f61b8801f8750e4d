using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Runs the ingestion of each trial in source processes, one per group of the layout, or in this process if the layout has a
/// single local group. <c>SweepSession</c> creates one per sweep. <c>TrialRunner</c>, the calibrator and the warm-up call it.
/// Processes of this machine share its monotonic clock. Clocks of other hosts are read before and after each trial. After a trial
/// the processes also audit the sources that they wrote, or else <see cref="Audit"/> returns null and the caller audits all. Not
/// thread-safe, like the pool: only the thread of the sweep calls it.
/// </summary>
/// <param name="pool">Lends the source processes.</param>
/// <param name="taskOf">Creates the task of a process without its sources and its service, which are added here.</param>
/// <param name="serviceOf">
/// Returns where the service before a target listens, and starts one that does not run. Only writers need it: an audit reads the
/// database. Null if no target has a service.
/// </param>
internal sealed class ProcessEngine(WorkerPool pool, Func<IngestRequest, ITarget, IWorkload, OpenTask> taskOf,
    Func<ITarget, CancellationToken, ServiceAddress?>? serviceOf = null) : IIngestEngine
{
    private readonly IngestPipeline _local = new();

    /// <inheritdoc/>
    public IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation)
    {
        if (!request.Point.Sources.IsSpread)
        {
            return _local.Open(request, target, workload, cancellation);
        }

        ProcessRun? run = null;
        try
        {
            var workers = pool.Rent([.. request.Point.Sources.Groups.Select(group => group.Host)], cancellation);
            run = new ProcessRun(workers, request, () => pool.Return(workers), cancellation);

            // A service that was ended after a load starts now, which takes seconds, or as long as its database does not answer.
            var service = serviceOf is { } start ? Interruptible.Run(() => start(target, cancellation), cancellation) : null;
            run.WaitReady(Tasks(taskOf(request, target, workload) with { Service = service }));
            return run;
        }
        catch (WorkerException exception)
        {
            run?.Dispose();

            // No batch was sent. A lost host counts as a lost database: a resumed run repeats the trial.
            throw new TargetException(exception.Message, exception, isUnreachable: request.Point.Sources.Hosts.Count > 0);
        }
        catch
        {
            run?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public AuditResult? Audit(
        IngestRequest request, ITarget target, IWorkload workload, IReadOnlyList<SourceExtent> extents,
            CancellationToken cancellation)
    {
        // A process whose sources ended early may not know the values that others added to the table.
        if (!request.Point.Sources.IsSpread || !target.AuditsShares || request.Point.AddedValues is not null)
        {
            return null;
        }

        IReadOnlyList<WorkerProcess> workers = [];
        try
        {
            workers = pool.Rent([.. request.Point.Sources.Groups.Select(group => group.Host)], cancellation);
            return new SpreadAudit(workers, Tasks(taskOf(request, target, workload))).Run(extents, cancellation);
        }
        catch (WorkerException exception)
        {
            throw new TargetException(exception.Message, exception);
        }
        finally
        {
            pool.Return(workers);
        }
    }

    /// <summary>Creates the task of each process: the whole task with the process's range of sources.</summary>
    private static List<OpenTask> Tasks(OpenTask whole)
    {
        var tasks = new List<OpenTask>();
        int first = 0;
        foreach (int sources in whole.Request.Point.Sources.Processes)
        {
            tasks.Add(whole with { FirstSource = first, Sources = sources });
            first += sources;
        }

        return tasks;
    }
}
