using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>The engine of one process: a dedicated thread for every lane of every source.</summary>
public sealed class IngestPipeline : IIngestEngine
{
    /// <inheritdoc/>
    public IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation) =>
        Open(request, target, workload, 0, request.Point.Sources.Total, cancellation);

    /// <summary>Opens some of the sources only: for a process that shares the ingestion with others.</summary>
    /// <param name="request">How much to ingest, and how.</param>
    /// <param name="target">Into what: prepared, or attached to what another process has prepared.</param>
    /// <param name="workload">Where the records come from.</param>
    /// <param name="firstSource">The first source of this process.</param>
    /// <param name="sources">How many of them run in this process.</param>
    /// <param name="cancellation">Abandons the ingestion.</param>
    /// <returns>The run, which can be started at an agreed moment.</returns>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="OperationCanceledException">It was abandoned meanwhile; <see cref="LeftBehindException"/> when a writer
    /// still waits for its database.</exception>
    public static LocalIngestRun Open(
        IngestRequest request, ITarget target, IWorkload workload, int firstSource, int sources, CancellationToken cancellation)
    {
        var run = new LocalIngestRun(request, target, workload, firstSource, sources, cancellation);
        try
        {
            run.WaitReady();
            return run;
        }
        catch
        {
            run.Dispose();
            if (run.IsLeftBehind)
            {
                throw new LeftBehindException(cancellation);
            }

            throw;
        }
    }
}
