using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Opens ingestions: for <see cref="Trials.TrialRunner"/>, for <see cref="InitialLoad"/> before a trial, and for
/// <see cref="IngestBurst"/> of warm-up and ceiling. <see cref="IngestPipeline"/> runs all sources in this process,
/// <c>ProcessEngine</c> of the command line spreads them over source processes. Opening writes no record: lanes write once the
/// caller starts the run.
/// </summary>
public interface IIngestEngine
{
    /// <summary>Opens every source and writer and waits until all lanes stand at the barrier.</summary>
    /// <param name="request">How much to ingest and how.</param>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="cancellation">Abandons the ingestion. Pending writes are cancelled or left behind.</param>
    /// <returns>The run, which the caller starts and disposes.</returns>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="OperationCanceledException">The ingestion was abandoned.</exception>
    IIngestRun Open(IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation);

    /// <summary>Lets each source process audit the records of its own sources.</summary>
    /// <param name="request">The request of the ingestion, which has ended.</param>
    /// <param name="target">The settled target.</param>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="extents">For each source, what it tried to write.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <returns>
    /// The verdict. Null without source processes or <see cref="ITarget.AuditsShares"/>: the caller then audits itself.
    /// </returns>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    /// <exception cref="OperationCanceledException">The audit was cancelled.</exception>
    AuditResult? Audit(
        IngestRequest request, ITarget target, IWorkload workload, IReadOnlyList<SourceExtent> extents,
            CancellationToken cancellation) => null;
}
