using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Measures how fast the client alone is: the same pipeline, in the same processes, with the same sources and batches, into a target
/// without a database. A result is only worth something when the client is several times faster than the database.
/// </summary>
/// <param name="engine">Brings sources and writers together, in the processes of the layout.</param>
/// <param name="ceiling">The null target, open.</param>
public sealed class Calibrator(IIngestEngine engine, ITarget ceiling)
{
    /// <summary>Half of the interval of the median, as a share of it, at which there are runs enough.</summary>
    public const double Precision = 0.05;

    private const int MostRuns = 25;
    private const long TotalRecords = 2_000_000;
    private const long ColdRecords = 20_000;
    private static readonly TimeSpan RunTime = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ColdRunTime = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    /// <summary>
    /// For how long at most the code is warmed up before. Zero is for a sweep that measures nothing: no warm-up, as few runs as give an interval, and short ones.
    /// </summary>
    public TimeSpan Warming { get; init; } = WarmUpLoop.Longest;

    /// <summary>How long <see cref="Run"/> takes at most, give or take a run.</summary>
    public TimeSpan Most => IsCold ? TimeSpan.Zero : Warming + Longest;

    private bool IsCold => Warming == TimeSpan.Zero;

    /// <summary>How many records each source writes at most while a ceiling is measured.</summary>
    /// <param name="sources">Sources in all.</param>
    /// <param name="batch">Records a batch.</param>
    /// <returns>Records a source: a whole batch at least.</returns>
    public static long RecordsPerSource(int sources, int batch) => RecordsPerSource(sources, batch, TotalRecords);

    /// <summary>
    /// Measures one ceiling once the code is warm: the median of runs of a tenth of a second each, as many as bring its 95 %
    /// interval to +-5 %, or as there are in three seconds, six at least.
    /// </summary>
    /// <param name="key">The axes that the ceiling depends on.</param>
    /// <param name="workload">The workload.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The ceiling, with the precision that was reached.</returns>
    /// <exception cref="TargetException">A run failed: there is no ceiling.</exception>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public CalibrationResult Run(AxisValues key, IWorkload workload, CancellationToken cancellation)
    {
        var burst = new IngestBurst(engine, ceiling, workload, new IngestRequest
        {
            Axes = key.With(
                SweepAxes.Records,
                RecordsPerSource(key.Of(SweepAxes.Sources).Total, key.Of(SweepAxes.Batch), IsCold ? ColdRecords : TotalRecords)),
            Retry = new RetryOptions(0, TimeSpan.Zero),
        });
        bool isWarm = WarmUpLoop.Run(burst, Warming, cancellation);
        var longest = IsCold ? TimeSpan.Zero : Longest;
        long started = Stopwatch.GetTimestamp();
        var runs = new List<double>();
        MedianInterval? interval;
        do
        {
            runs.Add(burst.Run(IsCold ? ColdRunTime : RunTime, cancellation).RecordsPerS);
            interval = MedianInterval.Of(runs);
        }
        while (interval is null || (interval.HalfWidthShare > Precision && runs.Count < MostRuns && Stopwatch.GetElapsedTime(started) < longest));

        ceiling.Clean(cancellation);
        return new CalibrationResult
        {
            Key = key,
            RecordsPerS = interval.Median,
            RunsRecordsPerS = runs,
            Precision = interval.HalfWidthShare,
            IsWarm = isWarm,
        };
    }

    private static long RecordsPerSource(int sources, int batch, long total) => Math.Max(batch, total / sources);
}
