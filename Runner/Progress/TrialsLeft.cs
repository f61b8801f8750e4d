using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Counts the trials of a sweep that are still to run, by point and by target, so that the display, which asks five times a
/// second while a trial is timed, never walks through them. <see cref="SweepProgress"/> owns one and calls it under its lock: it
/// is not thread-safe.
/// </summary>
internal sealed class TrialsLeft
{
    private readonly HashSet<TrialId> _trials = [];
    private readonly Dictionary<Point, int> _points = [];
    private readonly Dictionary<AxisValues, (int Trials, double Size)> _targets = [];

    /// <param name="trials">The trials to run.</param>
    public TrialsLeft(IEnumerable<ScheduledTrial> trials)
    {
        foreach (var trial in trials)
        {
            Add(trial);
        }
    }

    /// <summary>Number of trials.</summary>
    public int Count => _trials.Count;

    /// <summary>Number of points that have trials.</summary>
    public int Points => _points.Count;

    /// <summary>The sum of <see cref="RemainingTime.Size"/> over the trials of each target.</summary>
    public IEnumerable<(AxisValues Target, double Size)> Sizes =>
        _targets.Select(target => (target.Key, target.Value.Size));

    /// <summary>True if a trial of the point is still to run.</summary>
    public bool Has(Point point) => _points.ContainsKey(point);

    /// <summary>Adds a trial. Does nothing if it is there already.</summary>
    public void Add(ScheduledTrial trial)
    {
        if (_trials.Add(trial.Id))
        {
            Change(trial.Point, 1);
        }
    }

    /// <summary>Removes a trial that has ended. Does nothing if it is not there.</summary>
    public void Remove(ScheduledTrial trial)
    {
        if (_trials.Remove(trial.Id))
        {
            Change(trial.Point, -1);
        }
    }

    private void Change(Point point, int by)
    {
        int left = _points.GetValueOrDefault(point) + by;
        var target = point.Target;
        var (trials, size) = _targets.GetValueOrDefault(target);
        (trials, size) = (trials + by, size + (by * RemainingTime.Size(point)));
        if (left == 0)
        {
            _points.Remove(point);
        }
        else
        {
            _points[point] = left;
        }

        // The last trial removes the entry, and with it the rounding error of the sum.
        if (trials == 0)
        {
            _targets.Remove(target);
        }
        else
        {
            _targets[target] = (trials, size);
        }
    }
}
