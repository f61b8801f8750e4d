using DbIngest.Analysis.Output;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Sums the complete, measured trials of each point while a sweep runs, so that the display shows a rate before the analysis
/// does. <see cref="SweepProgress"/> owns one, adds every finished trial, and calls it under its lock: it is not thread-safe. The
/// figures have no interval and never reach a result file.
/// </summary>
internal sealed class InterimFigures
{
    /// <summary>The trials of each point by number. A resumed block repeats trials, of which the last counts.</summary>
    private readonly Dictionary<Point, Dictionary<int, (long Records, double Seconds)>> _points = [];

    /// <summary>Points that have figures. The point measured last is at the end.</summary>
    private readonly List<Point> _order = [];

    private readonly PointNames _names;
    private readonly bool _isAnyPaced;

    /// <param name="points">All points of the sweep, which decide the shortest name that tells each from the others.</param>
    /// <param name="journal">Entries that an earlier start of the sweep left. Empty for a new sweep.</param>
    public InterimFigures(IReadOnlyList<Point> points, IEnumerable<JournalEntry> journal)
    {
        _names = new PointNames(points);
        _isAnyPaced = points.Any(point => point.Rate is not null);
        foreach (var trial in journal.OfType<TrialResult>())
        {
            Add(trial);
        }
    }

    /// <summary>
    /// Adds a finished trial in place of an earlier try of it. Ignores a warm-up trial, and leaves out one that is not complete.
    /// </summary>
    public void Add(TrialResult trial)
    {
        if (trial.WarmUp)
        {
            return;
        }

        if (!_points.TryGetValue(trial.Point, out var trials))
        {
            _points[trial.Point] = trials = [];
        }

        if (trial.Status != TrialStatus.Complete)
        {
            trials.Remove(trial.Trial);
            return;
        }

        trials[trial.Trial] = (trial.Acknowledged - trial.Retried, trial.ElapsedS);
        _order.Remove(trial.Point);
        _order.Add(trial.Point);
    }

    /// <summary>Lists the points that have figures. The point measured last is at the end.</summary>
    /// <param name="isLeft">True for a point with trials still to run. Every other point is marked as done.</param>
    public IReadOnlyList<InterimPoint> Of(Func<Point, bool> isLeft) =>
    [
        .. from point in _order
           let trials = _points[point].Values
           let seconds = trials.Sum(trial => trial.Seconds)
           where seconds > 0
           select new InterimPoint(
               point, NameOf(point), trials.Count, trials.Sum(trial => trial.Records) / seconds, !isLeft(point)),
    ];

    /// <summary>Adds the rate to a trial of a search, whose rate its points do not have.</summary>
    private string NameOf(Point point) => _names.Of(point)
        + (point.Rate is { } rate && !_isAnyPaced ? $" at {rate.Words}" : string.Empty);
}
