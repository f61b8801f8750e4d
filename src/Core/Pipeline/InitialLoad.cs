using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Writes, as batches, the records that a trial needs beforehand: those that its mix works on, or those of <c>--prefill</c>. The
/// sources, processes and lanes are those of the trial. <see cref="Trials.TrialRunner"/> calls it before a trial and
/// <see cref="IngestBurst"/> before each repetition of a mix, never within the timed region.
/// </summary>
internal static class InitialLoad
{
    /// <summary>Loads the records.</summary>
    /// <param name="engine">Opens the ingestion.</param>
    /// <param name="request">The request of the trial.</param>
    /// <param name="target">The prepared target, which is empty.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="started">Called when the lanes write, with a function that returns the records acknowledged so far.</param>
    /// <param name="cancellation">Abandons the load.</param>
    /// <returns>The outcome. With an error, not all records are loaded.</returns>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="OperationCanceledException">The load was abandoned.</exception>
    public static IngestOutcome Run(
        IIngestEngine engine,
        IngestRequest request,
        ITarget target,
        IWorkload workload,
        Action<Func<long>> started,
        CancellationToken cancellation)
    {
        using var run = engine.Open(request.ToLoad(), target, workload, cancellation);
        run.Start();
        started(() => run.AcknowledgedRecords);
        var outcome = run.Wait();
        cancellation.ThrowIfCancellationRequested();
        return outcome;
    }
}
