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
    private readonly Dictionary<Point, (int Trials, long Records, double Seconds)> _points = [];

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

    /// <summary>Adds a finished trial. Ignores a warm-up trial and a trial that is not complete.</summary>
    public void Add(TrialResult trial)
    {
        if (trial.WarmUp || trial.Status != TrialStatus.Complete)
        {
            return;
        }

        var (trials, records, seconds) = _points.GetValueOrDefault(trial.Point);
        _points[trial.Point] = (trials + 1, records + trial.Acknowledged - trial.Retried, seconds + trial.ElapsedS);
        _order.Remove(trial.Point);
        _order.Add(trial.Point);
    }

    /// <summary>Lists the points that have figures. The point measured last is at the end.</summary>
    /// <param name="isLeft">True for a point with trials still to run. Every other point is marked as done.</param>
    public IReadOnlyList<InterimPoint> Of(Func<Point, bool> isLeft) =>
    [
        .. from point in _order
           let sum = _points[point]
           where sum.Seconds > 0
           select new InterimPoint(point, NameOf(point), sum.Trials, sum.Records / sum.Seconds, !isLeft(point)),
    ];

    /// <summary>Adds the rate to a trial of a search, whose rate its points do not have.</summary>
    private string NameOf(Point point) => _names.Of(point)
        + (point.Rate is { } rate && !_isAnyPaced ? $" at {rate.Words}" : string.Empty);
}
