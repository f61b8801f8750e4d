using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The same ingestion again and again until it has had a least time: trials of a fast target are too short to tell anything, or
/// to warm anything up. What it writes is never read back, and stays until the next preparation.
/// </summary>
/// <param name="engine">Brings sources and writers together.</param>
/// <param name="target">Into what.</param>
/// <param name="workload">Where the records come from.</param>
/// <param name="request">How much at a time, and how.</param>
internal sealed class IngestBurst(IIngestEngine engine, ITarget target, IWorkload workload, IngestRequest request)
{
    /// <summary>Ingests.</summary>
    /// <param name="least">How long at least, from start to last acknowledgement, all repetitions together.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What was reached.</returns>
    /// <exception cref="TargetException">The target failed, or a batch was given up.</exception>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public BurstOutcome Run(TimeSpan least, CancellationToken cancellation)
    {
        long records = 0;
        long batches = 0;
        double elapsed = 0;
        long compiled = 0;
        while (elapsed < least.TotalSeconds)
        {
            target.Prepare(request.TableOf(workload.Schema), cancellation);
            IngestOutcome outcome;
            using (var run = engine.Open(request, target, workload, cancellation))
            {
                run.Start();
                outcome = run.Wait();
            }

            cancellation.ThrowIfCancellationRequested();
            if (outcome.Error is { } error)
            {
                throw new TargetException(error);
            }

            records += outcome.AcknowledgedRecords;
            batches += outcome.Latency.Count;
            elapsed += outcome.ElapsedS;
            compiled = outcome.CompiledMethodsInAll;
        }

        return new BurstOutcome(records / elapsed, batches, compiled);
    }
}
