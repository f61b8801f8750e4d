using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Runs the trials of a sweep in the order of the schedule, except those that need not run again by its journal
/// (<see cref="Schedule"/>), after it has measured the ceilings that the journal lacks. <c>SweepExecution</c> creates one per run
/// and calls <see cref="Run"/> once, on one thread. Each result must be in the journal before the next trial begins. It must not
/// repeat, drop or reorder a trial because of its figures: only <see cref="Further"/> adds trials, and only a database that
/// cannot be reached loses some.
/// </summary>
/// <param name="configuration">The sweep.</param>
/// <param name="targets">Returns the open target of a point. Its owner disposes it.</param>
/// <param name="workloads">Returns the workload of a point, the same object for points that share it.</param>
/// <param name="trials">Executes a trial.</param>
/// <param name="calibrator">Measures the client's ceilings.</param>
/// <param name="journal">Stores the results.</param>
/// <param name="observer">Receives the events.</param>
public sealed class SweepRunner(
    SweepConfiguration configuration,
    Func<Point, ITarget> targets,
    Func<Point, IWorkload> workloads,
    TrialRunner trials,
    Calibrator calibrator,
    Journal journal,
    ISweepObserver observer)
{
    /// <summary>
    /// After this many consecutive trials that could not reach a database, its remaining trials are left to a resumed run. In a
    /// sweep with blocks, only the remaining trials of the block are.
    /// </summary>
    public const int LostAfterTrials = 3;

    private readonly int _stretch = NextStretch(journal.Entries);
    private readonly Dictionary<IWorkload, ExpectedContent> _expected = [];
    private readonly Dictionary<AxisValues, (int InARow, int? Block)> _unreachable = [];
    private bool _isAnyLost;

    /// <summary>
    /// True keeps the data of the last trial in its database. Must be false for a sweep that may get further trials.
    /// </summary>
    public bool KeepLast { get; init; }

    /// <summary>Warms up the processes before the first trial of each kind of point. Null for none.</summary>
    public ProcessWarmUp? ProcessWarmUp { get; init; }

    /// <summary>
    /// Ensures that the fresh deployment of a trial's block runs, and returns when it was started. Null in a sweep without
    /// blocks. Throws <see cref="TargetException"/> if the deployment cannot be started.
    /// </summary>
    public Func<ScheduledTrial, DateTimeOffset?> Deploy { get; init; } = static _ => null;

    /// <summary>
    /// Adds trials by the results of earlier trials, once the schedule is done. Null for a fixed number of trials.
    /// </summary>
    public IFurtherTrials? Further { get; init; }

    /// <summary>
    /// Removes secrets from a text, since a database may repeat its password in an error. Every error must pass through it before
    /// it reaches the journal.
    /// </summary>
    public required Func<string, string> Scrub { get; init; }

    /// <summary>Runs the remaining trials.</summary>
    /// <param name="cancellation">Interrupts the sweep: the current trial is abandoned and its data deleted.</param>
    /// <returns>How the sweep ended.</returns>
    /// <exception cref="ResultException">The journal cannot be written, so the sweep ends.</exception>
    public SweepEnd Run(CancellationToken cancellation)
    {
        var schedule = Schedule.Of(configuration);
        var done = Schedule.Done(schedule, journal.Entries);
        var left = schedule.Where(t => !done.Contains(t.Id)).ToList();
        observer.SweepStarted(schedule.Count, schedule.Count - left.Count);
        try
        {
            // A search schedules its trials one by one, and the rate decides no ceiling.
            Calibrate(configuration.Search is null ? left.Select(trial => trial.Point) : configuration.Points, cancellation);
            RunAll(left, cancellation);
            while (Further?.Next(journal.Entries) is { Count: > 0 } added)
            {
                observer.Added(added);
                RunAll(added, cancellation);
            }
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            return SweepEnd.Interrupted;
        }

        return _isAnyLost ? SweepEnd.TargetLost : SweepEnd.Finished;
    }

    private void RunAll(IReadOnlyList<ScheduledTrial> some, CancellationToken cancellation)
    {
        try
        {
            for (int i = 0; i < some.Count; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                RunTrial(some[i], i + 1 < some.Count ? some[i + 1] : null, cancellation);
            }
        }
        finally
        {
            trials.Release(cancellation);
        }
    }

    /// <summary>
    /// Numbers the trials of this run of the program, one more than the last run in the journal. Trials of older journals, which
    /// have no such number, count as the first run.
    /// </summary>
    private static int NextStretch(IReadOnlyList<JournalEntry> entries) =>
        entries.OfType<TrialResult>().Select(t => t.Stretch ?? 1).DefaultIfEmpty(0).Max() + 1;

    private static bool IsLost(int unreachableInARow) => unreachableInARow >= LostAfterTrials;

    private void Calibrate(IEnumerable<Point> points, CancellationToken cancellation)
    {
        var known = journal.Entries.OfType<CalibrationResult>().Where(c => c.Precision is not null).Select(c => c.Key)
            .ToHashSet();
        foreach (var point in points)
        {
            if (known.Add(CalibrationKey.Of(point)))
            {
                Calibrate(point, cancellation);
            }
        }
    }

    private void Calibrate(Point point, CancellationToken cancellation)
    {
        try
        {
            observer.WorkStarted("measuring how fast the client is without a database", calibrator.Most);
            var ceiling = calibrator.Run(CalibrationKey.Of(point), workloads(point), cancellation);
            journal.Append(ceiling);
            observer.Calibrated(ceiling);
        }
        catch (TargetException exception)
        {
            observer.Note($"The client's ceiling with {CalibrationKey.Of(point)} could not be measured: "
                + $"{Scrub(exception.Message)}");
        }
    }

    private void RunTrial(ScheduledTrial trial, ScheduledTrial? next, CancellationToken cancellation)
    {
        var place = trial.Point.Target;
        int unreachable = UnreachableBefore(trial);
        if (IsLost(unreachable))
        {
            return;
        }

        var result = RunOn(trial, next, workloads(trial.Point), cancellation);
        result = result with { Stretch = _stretch, Error = result.Error is { } error ? Scrub(error) : null };
        journal.Append(result);
        observer.TrialFinished(trial, result);

        unreachable = result.Status == TrialStatus.Unreachable ? unreachable + 1 : 0;
        _unreachable[place] = (unreachable, trial.Block);
        if (IsLost(unreachable))
        {
            _isAnyLost = true;
            string left = trial.Block is { } block ? FormattableString.Invariant($"what remains of block {block}")
                : "what remains of its trials";
            observer.Note(FormattableString.Invariant(
                $"{trial.Point.Database}, or what loads it, was not reachable {LostAfterTrials} times in a row: {left} is left ")
                + "to a resumed run.");
        }
    }

    /// <summary>
    /// Counts consecutive unreachable trials. The next block of a lost database is a new deployment and gets another attempt.
    /// </summary>
    private int UnreachableBefore(ScheduledTrial trial)
    {
        var (inARow, block) = _unreachable.GetValueOrDefault(trial.Point.Target);
        return IsLost(inARow) && block != trial.Block ? LostAfterTrials - 1 : inARow;
    }

    private ExpectedContent ExpectedOf(IWorkload workload)
    {
        if (!_expected.TryGetValue(workload, out var expected))
        {
            _expected.Add(workload, expected = new ExpectedContent(workload));
        }

        return expected;
    }

    private TrialResult RunOn(ScheduledTrial trial, ScheduledTrial? next, IWorkload workload, CancellationToken cancellation)
    {
        var started = DateTimeOffset.UtcNow;
        ITarget target;
        DateTimeOffset? deployed;
        try
        {
            deployed = Deploy(trial);
            target = targets(trial.Point);

            // The warm-up loads no prefill, and with --backfill source processes then send the stream of a point without one.
            var unloaded = workloads(trial.Point with { Prefill = null });
            if (ProcessWarmUp?.Run(trial.Point, target, unloaded, ExpectedOf(unloaded), cancellation) == true)
            {
                trials.Forget();
            }

            observer.TrialStarted(trial);
        }
        catch (TargetException exception)
        {
            observer.TrialStarted(trial);
            return new TrialResult
            {
                Point = trial.Point,
                Trial = trial.Trial,
                WarmUp = trial.WarmUp,
                Position = trial.Position,
                Block = trial.Block,
                StartedUtc = started,
                Status = TrialStatus.Unreachable,
                Error = exception.Message,
            };
        }

        return trials.Run(trial, target, workload, ExpectedOf(workload), KeepLast && next is null, cancellation, next) with
        {
            Block = trial.Block,
            DeployedUtc = deployed
        };
    }
}
