using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Warms up the processes of a sweep: one small trial from end to end, then the ingestion alone until the code is warm. Both
/// write to the table of the target and delete what it holds. <see cref="SweepRunner"/> calls it before each trial, and it works
/// only before the first trial of each kind of point since the program started. A failure is only noted. Its results must never
/// reach the journal. The option <c>--rehearsal</c> limits its duration.
/// </summary>
/// <param name="engine">Opens the ingestions, also in source processes.</param>
/// <param name="retry">The retries of each database.</param>
/// <param name="seed">Seed of arrivals and operations.</param>
/// <param name="observer">Receives the outcome.</param>
public sealed class ProcessWarmUp(IIngestEngine engine, RetryPlan retry, ulong seed, ISweepObserver observer)
{
    /// <summary>Value of an axis with which a trial does nothing that the axis is for.</summary>
    private const string NoneWord = "none";

    /// <summary>Most records per source of the small trial.</summary>
    private const long SmallRecords = 10_000;

    /// <summary>Longest time in seconds during which the small trial, and each repetition, starts batches.</summary>
    private const double MostS = 0.5;

    /// <summary>Longest time of the repetitions, without the small trial.</summary>
    public TimeSpan Warming { get; init; } = WarmUpLoop.Longest;

    /// <summary>How long one request to the database may take.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    private readonly HashSet<(ITarget, IWorkload, string Processes, string Code, OperationMix? Mix)> _done = [];

    /// <summary>
    /// Warms up for a point, unless a point with the same target, workload, processes and code was warmed up before.
    /// </summary>
    /// <param name="point">The point.</param>
    /// <param name="target">Its target. The warm-up deletes its data.</param>
    /// <param name="workload">The workload of the point without its prefill, which the warm-up does not load.</param>
    /// <param name="expected">Computes the content that the audit expects.</param>
    /// <param name="cancellation">Cancels the warm-up.</param>
    /// <returns>
    /// True if it used the target's table, also after a failure: the caller must forget records that were loaded there. False
    /// if nothing was done.
    /// </returns>
    /// <exception cref="OperationCanceledException">
    /// The warm-up was cancelled. Its data is dropped within 0.3 s or kept, which a note then says.
    /// </exception>
    public bool Run(Point point, ITarget target, IWorkload workload, ExpectedContent expected, CancellationToken cancellation)
    {
        // Processes warm up, not sources: points with the same number of processes on the same hosts share a warm-up.
        string processes = string.Join('+', point.Sources.Groups.Select(group => group.Host));

        // A point with none, to compare with, runs the code of a point without the axis, not that of the points beside it.
        string code = string.Join('+', SweepAxes.All.Where(axis => axis.RunsOtherCode
            && axis.Text(point.Axes) is not (null or NoneWord)));

        // Each kind of operation and each law of keys is code that another mix may lack.
        var kind = (target, workload, processes, code, point.Mix?.Unweighted());
        if (!_done.Add(kind))
        {
            return false;
        }

        observer.WorkStarted($"warming up {point.Database}", TimeSpan.FromSeconds(MostS) + Warming);
        try
        {
            if (RunSmallTrial(point, target, workload, expected, cancellation) is { } failure)
            {
                throw new TargetException(failure);
            }

            // The records of a mix are loaded before each repetition, whose time alone ends it.
            var burst = point with
            {
                RecordsPerSource = point.Mix is null
                    ? Math.Max(point.RecordsPerSource, Calibrator.RecordsPerSource(point.Sources.Total, point.Batch))
                    : SmallOf(point),
                OperationsPerSource = null,
                DurationS = MostS,
                Rate = null,
                Fault = null,
                Prefill = null,
            };
            var request = IngestRequest.Of(burst, seed, retry.For(point.Database)) with { RequestTimeout = RequestTimeout };
            observer.WarmedUp(point, Repeat(new IngestBurst(engine, target, workload, request), point, target, cancellation));
        }
        catch (TargetException exception)
        {
            // The next trial meets the same failure and reports it. The failure may be transient, so the next trial tries the
            // warm-up again.
            _done.Remove(kind);
            observer.Note($"{point.Database} could not be rehearsed, so its next trial may meet cold code: {exception.Message}");
            if (exception.Details is { } details)
            {
                observer.Failed(Unscheduled(point), details);
            }
        }

        return true;
    }

    /// <summary>
    /// Repeats the ingestion and drops its records, also after an interruption, because no trial follows that would drop them.
    /// </summary>
    private bool Repeat(IngestBurst burst, Point point, ITarget target, CancellationToken cancellation)
    {
        try
        {
            bool isWarm = WarmUpLoop.Run(burst, Warming, cancellation);
            target.Clean(cancellation);
            return isWarm;
        }
        catch (OperationCanceledException exception)
        {
            if (WhyKept(target, answers: exception is not LeftBehindException, cancellation) is { } why)
            {
                observer.Note($"{why}: the records of the warm-up of {point.Database} stay until the next trial there.");
            }

            throw;
        }
    }

    /// <summary>Drops the records of an interrupted warm-up, unless a call was left behind.</summary>
    /// <returns>Why the records stay. Null if they are gone.</returns>
    private static string? WhyKept(ITarget target, bool answers, CancellationToken cancellation)
    {
        try
        {
            return answers && GracefulCleanup.Run(target, cancellation) ? null : "The database does not answer";
        }
        catch (Exception exception)
        {
            return TargetGuard.Of(exception, "cleaned").Message.TrimEnd('.');
        }
    }

    /// <summary>
    /// Records per source of the small trial: never more than a trial of the point has, and for a mix enough that each lane owns
    /// some records.
    /// </summary>
    private static long SmallOf(Point point) => Math.Min(
        point.RecordsPerSource,
        point.Mix is null ? SmallRecords : Math.Max(SmallRecords, OperationMix.LeastRecords(point.Batch, point.InFlight)));

    private static ScheduledTrial Unscheduled(Point point) => new(0, point, 1, WarmUp: true);

    private string? RunSmallTrial(Point point, ITarget target, IWorkload workload, ExpectedContent expected,
        CancellationToken cancellation)
    {
        var small = point with
        {
            RecordsPerSource = SmallOf(point),
            OperationsPerSource = point.OperationsPerSource is { } operations ? Math.Min(SmallRecords, operations) : null,
            Fault = null,
            Prefill = null,
            DurationS = point.Rate is null && point.DurationS is null ? null : Math.Min(MostS, point.DurationS ?? MostS),
        };
        var runner = new TrialRunner(engine, retry, new Silence(observer, cancellation))
        {
            Seed = seed,
            RequestTimeout = RequestTimeout
        };
        var result = runner.Run(
            Unscheduled(small), target, workload, expected, keepData: false, cancellation);
        return result.Status == TrialStatus.Complete ? null : result.Error ?? "its audit failed";
    }

    /// <summary>
    /// Ignores the events of the small trial, which belongs to no schedule, except a defect of the target, which the log keeps.
    /// After an interruption no trial drops what it left behind, so the user is told.
    /// </summary>
    private sealed class Silence(ITrialObserver observer, CancellationToken cancellation) : ITrialObserver
    {
        public void Failed(ScheduledTrial trial, string details) => observer.Failed(trial, details);

        public void Note(string message)
        {
            if (cancellation.IsCancellationRequested)
            {
                observer.Note(message);
            }
        }
    }
}
