using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Runner.Workers;

/// <summary>
/// The engine of a layout: one process for each of its groups when there are several, else this process. Processes of this machine share its monotonic clock;
/// those on other hosts have their own, which are read before and after each trial.
/// </summary>
/// <param name="pool">The source processes.</param>
/// <param name="taskOf">What to tell a process: from the request, the target and the workload. Which sources are its own is added here.</param>
internal sealed class ProcessEngine(WorkerPool pool, Func<IngestRequest, ITarget, IWorkload, OpenTask> taskOf) : IIngestEngine
{
    private readonly IngestPipeline _local = new();

    /// <inheritdoc/>
    public IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation)
    {
        if (!request.Point.Sources.IsSpread)
        {
            return _local.Open(request, target, workload, cancellation);
        }

        IReadOnlyList<WorkerProcess> workers;
        try
        {
            workers = pool.Rent([.. request.Point.Sources.Groups.Select(group => group.Host)]);
        }
        catch (WorkerException exception)
        {
            throw new TargetException(exception.Message, exception);
        }

        var run = new ProcessRun(workers, request, () => pool.Return(workers), cancellation);
        try
        {
            run.WaitReady(Tasks(taskOf(request, target, workload)));
            return run;
        }
        catch (WorkerException exception)
        {
            run.Dispose();
            throw new TargetException(exception.Message, exception);
        }
        catch
        {
            run.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public AuditResult? Audit(
        IngestRequest request, ITarget target, IWorkload workload, IReadOnlyList<SourceExtent> extents, CancellationToken cancellation)
    {
        if (!request.Point.Sources.IsSpread || !target.AuditsShares)
        {
            return null;
        }

        IReadOnlyList<WorkerProcess> workers = [];
        try
        {
            workers = pool.Rent([.. request.Point.Sources.Groups.Select(group => group.Host)]);
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

    /// <summary>Each process's part of a task.</summary>
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
