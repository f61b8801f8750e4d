using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Estimates the time left: the trials to come take as long a record as those of the same target did, or as all did.
/// </summary>
internal sealed class RemainingTime
{
    private readonly Dictionary<AxisValues, (double Seconds, double Records)> _spent = [];

    /// <summary>Learns from a finished trial.</summary>
    public void Add(Point point, TimeSpan elapsed)
    {
        var (seconds, records) = _spent.GetValueOrDefault(point.Target);
        _spent[point.Target] = (seconds + elapsed.TotalSeconds, records + Size(point));
    }

    /// <summary>The time that some trials will take, or null when nothing is known yet.</summary>
    public TimeSpan? Of(IEnumerable<Point> trials)
    {
        if (_spent.Count == 0)
        {
            return null;
        }

        double overall = _spent.Values.Sum(s => s.Seconds) / _spent.Values.Sum(s => s.Records);
        return TimeSpan.FromSeconds(trials.Sum(point =>
            Size(point) * (_spent.TryGetValue(point.Target, out var spent) ? spent.Seconds / spent.Records : overall)));
    }

    /// <summary>What a trial's time is in proportion to: its duration, else its records.</summary>
    private static double Size(Point point) => point.DurationS ?? point.TotalRecords;
}
