using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Ingests with all sources in this process. <c>ProcessEngine</c> of the command line uses it unless the layout needs source
/// processes, and <c>SourceProcess</c> opens its share of the sources by it, once per ingestion. Every run that it opens must be
/// disposed.
/// </summary>
public sealed class IngestPipeline : IIngestEngine
{
    /// <inheritdoc/>
    public IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation) =>
        Open(request, target, workload, 0, request.Point.Sources.Total, cancellation);

    /// <summary>Opens some of the sources, for a source process that shares the ingestion with others.</summary>
    /// <param name="request">How much to ingest and how.</param>
    /// <param name="target">The target, prepared, or attached to a table that another process has prepared.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="firstSource">The first source of this process, from 0.</param>
    /// <param name="sources">Number of sources in this process.</param>
    /// <param name="cancellation">Abandons the ingestion.</param>
    /// <returns>The run, which can be started at an agreed moment.</returns>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="OperationCanceledException">The ingestion was abandoned.</exception>
    /// <exception cref="LeftBehindException">It was abandoned while a writer still waits for its database.</exception>
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
