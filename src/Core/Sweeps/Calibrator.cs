using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Measures the client's ceiling: the throughput of the same pipeline, processes, sources and batches into the null target.
/// <see cref="SweepRunner"/> runs it before the trials, and <c>PlanVerb</c> before an estimate. Rules compare it with the
/// throughput of a database, which only counts if the client alone is several times faster. A run that fails is not repeated:
/// there is no ceiling then.
/// </summary>
/// <param name="engine">Opens the ingestions in the processes of the layout.</param>
/// <param name="ceiling">The open null target.</param>
public sealed class Calibrator(IIngestEngine engine, ITarget ceiling)
{
    /// <summary>Half-width of the median's interval, as a share of the median, at which the measurement ends.</summary>
    public const double Precision = 0.05;

    private const int MostRuns = 25;
    private const long TotalRecords = 2_000_000;
    private const long ColdRecords = 20_000;
    private const long MixRecords = 10_000;
    private static readonly TimeSpan RunTime = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ColdRunTime = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    /// <summary>
    /// Longest warm-up before the runs. Zero for a sweep whose figures do not count: then there is no warm-up, and only the six
    /// short runs that an interval needs.
    /// </summary>
    public TimeSpan Warming { get; init; } = WarmUpLoop.Longest;

    /// <summary>
    /// Longest expected duration of <see cref="Run"/>, for a line of progress. Its last run, or the least six runs, may take
    /// longer.
    /// </summary>
    public TimeSpan Most => IsCold ? TimeSpan.Zero : Warming + Longest;

    private bool IsCold => Warming == TimeSpan.Zero;

    /// <summary>Most records that a source writes in a run of the calibration.</summary>
    /// <param name="sources">Number of sources.</param>
    /// <param name="batch">Records per batch.</param>
    /// <returns>Records per source, at least one batch.</returns>
    public static long RecordsPerSource(int sources, int batch) => RecordsPerSource(sources, batch, TotalRecords);

    /// <summary>
    /// Measures one ceiling after a warm-up: the median of runs of 0.1 s. It repeats runs until the median's 95 % interval is
    /// within 5 %, for at most 3 s, and makes at least six runs.
    /// </summary>
    /// <param name="key">The values of the axes that decide the ceiling.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="cancellation">Cancels the measurement.</param>
    /// <exception cref="TargetException">A run failed, so there is no ceiling.</exception>
    /// <exception cref="OperationCanceledException">The measurement was cancelled.</exception>
    public CalibrationResult Run(AxisValues key, IWorkload workload, CancellationToken cancellation)
    {
        var burst = new IngestBurst(engine, ceiling, workload, new IngestRequest
        {
            Axes = SweepAxes.Mix.TryGet(key, out _) ? OfMix(key) : key.With(
                SweepAxes.Records,
                RecordsPerSource(key.Of(SweepAxes.Sources).Total, key.Of(SweepAxes.Batch), IsCold ? ColdRecords : TotalRecords)),
            HasAddedValues = true,
            Retry = new RetryOptions(0, TimeSpan.Zero),
        });
        bool isWarm = WarmUpLoop.Run(burst, Warming, cancellation);
        var longest = IsCold ? TimeSpan.Zero : Longest;
        long started = Stopwatch.GetTimestamp();
        var runs = new List<double>();
        MedianInterval? interval;
        do
        {
            runs.Add(burst.Run(IsCold ? ColdRunTime : RunTime, cancellation).PerS);
            interval = MedianInterval.Of(runs);
        }
        while (interval is null
            || (interval.HalfWidthShare > Precision && runs.Count < MostRuns && Stopwatch.GetElapsedTime(started) < longest));

        ceiling.Clean(cancellation);
        bool isMix = SweepAxes.Mix.TryGet(key, out _);
        return new CalibrationResult
        {
            Key = key,
            RecordsPerS = isMix ? 0 : interval.Median,
            RunsRecordsPerS = isMix ? [] : runs,
            OperationsPerS = isMix ? interval.Median : null,
            RunsOperationsPerS = isMix ? runs : null,
            Precision = interval.HalfWidthShare,
            IsWarm = isWarm,
        };
    }

    /// <summary>
    /// Returns the axes of a calibration with a mix: few records to load before each run, and an end by time, or by a number of
    /// operations without a warm-up. Each process has its own null target, so several processes cannot share records. In that
    /// case each lane owns its records.
    /// </summary>
    private AxisValues OfMix(AxisValues key)
    {
        if (SweepAxes.Mix.TryGet(key, out var mix) && mix.IsShared && key.Of(SweepAxes.Sources).Processes.Count > 1)
        {
            key = key.With(SweepAxes.Mix, mix.Apart());
        }

        var loaded = key.With(SweepAxes.Records, Math.Max(
            MixRecords, OperationMix.LeastRecords(key.Of(SweepAxes.Batch), key.Of(SweepAxes.InFlight))));
        return IsCold ? loaded.With(SweepAxes.Operations, MixRecords) : loaded.With(SweepAxes.Duration, RunTime.TotalSeconds);
    }

    private static long RecordsPerSource(int sources, int batch, long total) => Math.Max(batch, total / sources);
}
