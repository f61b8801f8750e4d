using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Progress;

/// <summary>Estimates the time left: the trials to come take as long a record as those of the same target did, or as all did.</summary>
internal sealed class RemainingTime
{
    private readonly Dictionary<TargetKey, (double Seconds, double Records)> _spent = [];

    /// <summary>Learns from a finished trial.</summary>
    public void Add(Point point, TimeSpan elapsed)
    {
        var (seconds, records) = _spent.GetValueOrDefault(TargetKey.Of(point));
        _spent[TargetKey.Of(point)] = (seconds + elapsed.TotalSeconds, records + Size(point));
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
            Size(point) * (_spent.TryGetValue(TargetKey.Of(point), out var spent) ? spent.Seconds / spent.Records : overall)));
    }

    /// <summary>What a trial's time is in proportion to: its duration, else its records.</summary>
    private static double Size(Point point) => point.DurationS ?? point.TotalRecords;
}
