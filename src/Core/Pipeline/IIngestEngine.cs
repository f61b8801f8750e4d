using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>Brings sources and writers together: in this process, or spread over several.</summary>
public interface IIngestEngine
{
    /// <summary>Opens every source and writer and waits until all stand ready at the barrier.</summary>
    /// <param name="request">How much to ingest, and how.</param>
    /// <param name="target">Into what: prepared.</param>
    /// <param name="workload">Where the records come from.</param>
    /// <param name="cancellation">Abandons the ingestion: what a writer waits for is ended, or left behind.</param>
    /// <returns>The run, not started yet; the caller disposes it.</returns>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="OperationCanceledException">It was abandoned meanwhile.</exception>
    IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation);

    /// <summary>Has the processes that ingested audit it, each its own sources.</summary>
    /// <param name="request">How much was ingested, and how.</param>
    /// <param name="target">Into what: settled.</param>
    /// <param name="workload">Where the records came from.</param>
    /// <param name="extents">What each source was to write, and what of that was not acknowledged.</param>
    /// <param name="cancellation">Ends the audit early.</param>
    /// <returns>The verdict; null where there are no such processes, or the target cannot be read in shares: the caller then audits by itself.</returns>
    /// <exception cref="TargetException">The target could not be read: there is no verdict.</exception>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    AuditResult? Audit(
        IngestRequest request, ITarget target, IWorkload workload, IReadOnlyList<SourceExtent> extents, CancellationToken cancellation) => null;
}
