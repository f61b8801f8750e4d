using DbIngest.Core.Pipeline;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>
/// The engine of a layout: one process for each of its groups when there are several, else this process. All processes run
/// on this machine and so share its monotonic clock.
/// </summary>
/// <param name="pool">The source processes.</param>
/// <param name="taskOf">What to tell the process of a group: from the request, its first source and how many.</param>
internal sealed class ProcessEngine(WorkerPool pool, Func<IngestRequest, int, int, OpenTask> taskOf) : IIngestEngine
{
    private readonly IngestPipeline _local = new();

    /// <inheritdoc/>
    public IIngestRun Open(IngestRequest request, CancellationToken cancellation)
    {
        if (request.Layout.Processes.Count == 1)
        {
            return _local.Open(request, cancellation);
        }

        var workers = pool.Rent(request.Layout.Processes.Count);
        var run = new ProcessRun(workers, request, () => pool.Return(workers), cancellation);
        try
        {
            run.WaitReady([.. Tasks(request)]);
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

    private IEnumerable<OpenTask> Tasks(IngestRequest request)
    {
        int first = 0;
        foreach (int sources in request.Layout.Processes)
        {
            yield return taskOf(request, first, sources);
            first += sources;
        }
    }
}
