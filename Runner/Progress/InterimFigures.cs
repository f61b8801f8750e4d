using DbIngest.Analysis.Output;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Progress;

/// <summary>The figures of points while a sweep runs: records / time of the complete trials after the warm-up.</summary>
internal sealed class InterimFigures
{
    private readonly Dictionary<Point, (int Trials, long Records, double Seconds)> _points = [];

    /// <summary>The points in the order in which they were measured last, the latest at the end.</summary>
    private readonly List<Point> _order = [];

    private readonly PointNames _names;

    /// <param name="points">The points of the sweep.</param>
    /// <param name="journal">What an earlier start has measured.</param>
    public InterimFigures(IReadOnlyList<Point> points, IEnumerable<JournalEntry> journal)
    {
        _names = new PointNames(points);
        foreach (var trial in journal.OfType<TrialResult>())
        {
            Add(trial);
        }
    }

    /// <summary>Learns from a trial; one that does not count is passed over.</summary>
    public void Add(TrialResult trial)
    {
        if (trial.WarmUp || trial.Status != TrialStatus.Complete)
        {
            return;
        }

        var (trials, records, seconds) = _points.GetValueOrDefault(trial.Point);
        _points[trial.Point] = (trials + 1, records + trial.AcknowledgedRecords - trial.RetriedRecords, seconds + trial.ElapsedS);
        _order.Remove(trial.Point);
        _order.Add(trial.Point);
    }

    /// <summary>The points that have figures, the one measured last at the end.</summary>
    /// <param name="left">Points of which trials are left.</param>
    public IReadOnlyList<InterimPoint> Of(IReadOnlySet<Point> left) =>
    [
        .. from point in _order
           let sum = _points[point]
           where sum.Seconds > 0
           select new InterimPoint(point, _names.Of(point), sum.Trials, sum.Records / sum.Seconds, !left.Contains(point)),
    ];
}
