using System.Diagnostics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Tracks how far a sweep is. The thread that runs the sweep reports events. The threads of <see cref="Reporter"/> and of the
/// dashboard take snapshots. <see cref="Execution.SweepExecution"/> creates one per start of a sweep, from the configuration and
/// the journal of earlier starts. One lock guards all state. Lanes never take it, so they never wait for a display.
/// </summary>
internal sealed class SweepProgress(SweepConfiguration configuration, IReadOnlyList<JournalEntry> journal) : ISweepObserver
{
    private readonly Lock _lock = new();
    private readonly RemainingTime _remaining = new();
    private readonly InterimFigures _interim = new(configuration.Points, journal);
    private readonly TrialsLeft _left = Left(configuration, journal);
    private int _trials = configuration.Search is null
        ? (configuration.Points.Count * configuration.Trials) + Further(configuration, journal)
        : Schedule.Done(journal).Count;
    private IReadOnlyList<InterimPoint>? _figures;
    private ScheduledTrial? _current;
    private TrialPhase _phase;
    private Func<long> _acknowledged = static () => 0;
    private long _trialStarted;
    private long _ingestStarted;
    private double? _rate;
    private (string What, TimeSpan Most, long Started)? _work;

    /// <summary>Returns the state of the sweep now. Any thread may call it.</summary>
    public ProgressSnapshot Snapshot()
    {
        lock (_lock)
        {
            var left = _remaining.Of(_left.Sizes);
            var spent = _current is null ? TimeSpan.Zero : Stopwatch.GetElapsedTime(_trialStarted);
            return new ProgressSnapshot(
                configuration.Points.Count,
                configuration.Points.Count - _left.Points,
                _trials,
                _trials - _left.Count,
                configuration.MaxTrials ?? configuration.Trials,
                WorkNow(),
                _current,
                _phase,
                _acknowledged,
                IsWriting(_phase) ? RateNow() : _rate,
                _figures ??= _interim.Of(_left.Has),
                left is { } time ? (time > spent ? time - spent : TimeSpan.Zero) : null);
        }
    }

    /// <inheritdoc/>
    public void Added(IReadOnlyList<ScheduledTrial> trials)
    {
        lock (_lock)
        {
            _trials += trials.Count;
            foreach (var trial in trials)
            {
                _left.Add(trial);
            }

            _figures = null;
        }
    }

    /// <inheritdoc/>
    public void WorkStarted(string what, TimeSpan most)
    {
        lock (_lock)
        {
            _work = (what, most, Stopwatch.GetTimestamp());
        }
    }

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial)
    {
        lock (_lock)
        {
            _current = trial;
            _phase = TrialPhase.Prepare;
            _acknowledged = static () => 0;
            _work = null;
            _rate = null;
            _trialStarted = Stopwatch.GetTimestamp();
        }
    }

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
        lock (_lock)
        {
            if (IsWriting(phase))
            {
                _ingestStarted = Stopwatch.GetTimestamp();
            }
            else if (IsWriting(_phase))
            {
                _rate = RateNow();
            }

            _phase = phase;
            _acknowledged = IsWriting(phase) ? acknowledged : static () => 0;
        }
    }

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
        lock (_lock)
        {
            _remaining.Add(trial.Point, Stopwatch.GetElapsedTime(_trialStarted));
            _interim.Add(result);
            _left.Remove(trial);
            _figures = null;
            _current = null;
        }
    }

    private static bool IsWriting(TrialPhase phase) => phase is TrialPhase.Load or TrialPhase.Ingest;

    private WorkProgress? WorkNow()
    {
        if (_work is not { } work)
        {
            return null;
        }

        var left = work.Most - Stopwatch.GetElapsedTime(work.Started);
        return new WorkProgress(work.What, left > TimeSpan.Zero ? left : TimeSpan.Zero);
    }

    private double? RateNow() => Stopwatch.GetElapsedTime(_ingestStarted).TotalSeconds is > 0 and var seconds
        && _acknowledged() is > 0 and var records
        ? records / seconds
        : null;

    /// <summary>Counts the trials that earlier starts added beyond those that every point has.</summary>
    private static int Further(SweepConfiguration configuration, IEnumerable<JournalEntry> journal) =>
        Schedule.Done(journal).Count(trial => trial.Trial > configuration.Trials);

    private static TrialsLeft Left(SweepConfiguration configuration, IReadOnlyList<JournalEntry> journal)
    {
        var schedule = Schedule.Of(configuration);
        var done = Schedule.Done(schedule, journal);
        return new TrialsLeft(schedule.Where(t => !done.Contains(t.Id)));
    }
}
