using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Measures how fast the client alone is: the same pipeline, sources and batches into a target without a database. A
/// result is only worth something when the client is several times faster than the database.
/// </summary>
/// <param name="ceiling">The null target, open.</param>
public sealed class Calibrator(ITarget ceiling)
{
    private const int Runs = 3;
    private const long TotalRecords = 2_000_000;

    /// <summary>How many records each source writes at most while a ceiling is measured.</summary>
    /// <param name="sources">Sources in all.</param>
    /// <param name="batch">Records a batch.</param>
    /// <returns>Records a source: a whole batch at least.</returns>
    public static long RecordsPerSource(int sources, int batch) => Math.Max(batch, TotalRecords / sources);

    /// <summary>Measures one ceiling: the median of three runs of about two million records, after a short one that is discarded.</summary>
    /// <param name="key">The axes that the ceiling depends on.</param>
    /// <param name="workload">The workload.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The ceiling.</returns>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public CalibrationResult Run(AxisValues key, IWorkload workload, CancellationToken cancellation)
    {
        long records = RecordsPerSource(key.Of(SweepAxes.Sources).Total, key.Of(SweepAxes.Batch));
        RunOnce(key, workload, Math.Max(1, records / 4), cancellation);
        var runs = Enumerable.Range(0, Runs).Select(_ => RunOnce(key, workload, records, cancellation)).ToArray();
        return new CalibrationResult { Key = key, RecordsPerS = runs.Order().ElementAt(Runs / 2), RunsRecordsPerS = runs };
    }

    private double RunOnce(AxisValues key, IWorkload workload, long records, CancellationToken cancellation)
    {
        ceiling.Prepare(new TrialTable(workload.Schema, key.Of(SweepAxes.Sources).Total, records), cancellation);
        var request = new IngestRequest
        {
            Layout = key.Of(SweepAxes.Sources),
            RecordsPerSource = records,
            Batch = key.Of(SweepAxes.Batch),
            InFlight = key.Of(SweepAxes.InFlight),
            Retry = RetryOptions.Default,
        };
        IngestOutcome outcome;
        using (var run = new IngestPipeline().Open(request, ceiling, workload, cancellation))
        {
            run.Start();
            outcome = run.Wait();
        }

        ceiling.Clean(cancellation);
        cancellation.ThrowIfCancellationRequested();
        return outcome.AcknowledgedRecords / outcome.ElapsedS;
    }
}
