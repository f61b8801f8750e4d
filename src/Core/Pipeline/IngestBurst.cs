using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Repeats the same ingestion until the repetitions took a minimum time together. <see cref="Sweeps.ProcessWarmUp"/> and
/// <see cref="Sweeps.Calibrator"/> use it for warm-up and ceiling, because a single run into a fast target is too short. Each
/// repetition prepares the table, which deletes its data, and no audit reads it.
/// </summary>
/// <param name="engine">Opens the ingestions.</param>
/// <param name="target">The target to write to.</param>
/// <param name="workload">Supplies the records.</param>
/// <param name="request">One repetition.</param>
internal sealed class IngestBurst(IIngestEngine engine, ITarget target, IWorkload workload, IngestRequest request)
{
    /// <summary>Runs the repetitions.</summary>
    /// <param name="least">Minimum total time from each start to the last acknowledgement.</param>
    /// <param name="cancellation">Cancels the burst.</param>
    /// <exception cref="TargetException">The target failed, or the pipeline gave a batch up.</exception>
    /// <exception cref="OperationCanceledException">The burst was cancelled.</exception>
    public BurstOutcome Run(TimeSpan least, CancellationToken cancellation)
    {
        long records = 0;
        long batches = 0;
        double elapsed = 0;
        long compiled = 0;
        while (elapsed < least.TotalSeconds)
        {
            target.Prepare(request.TableOf(workload.Schema), cancellation);
            if (request.Point.Mix is not null
                && InitialLoad.Run(engine, request, target, workload, static _ => { }, cancellation).Error is { } lacking)
            {
                throw new TargetException(lacking);
            }

            IngestOutcome outcome;
            using (var run = engine.Open(request, target, workload, cancellation))
            {
                run.Start();
                outcome = run.Wait();
            }

            cancellation.ThrowIfCancellationRequested();
            if (outcome.Error is { } error)
            {
                throw new TargetException(error) { Details = outcome.ErrorDetails };
            }

            records += outcome.Acknowledged;
            batches += outcome.Latency.Count;
            elapsed += outcome.ElapsedS;
            compiled = outcome.CompiledMethodsInAll;
        }

        return new BurstOutcome(records / elapsed, batches, compiled);
    }
}
