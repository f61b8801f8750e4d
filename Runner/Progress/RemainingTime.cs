using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Estimates the time left of a sweep for the display. A trial to come is assumed to take as long per record as the finished
/// trials of the same target, or of all targets where its target has none. <see cref="SweepProgress"/> owns one and calls it
/// under its lock: it is not thread-safe.
/// </summary>
internal sealed class RemainingTime
{
    /// <summary>
    /// The longest estimate. A small trial before trials of a billion records, for which its fixed time counts as time per
    /// record, would exceed what <see cref="TimeSpan"/> holds.
    /// </summary>
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1_000_000);

    private readonly Dictionary<AxisValues, (double Seconds, double Records)> _spent = [];

    /// <summary>Adds the duration of a finished trial, all phases included.</summary>
    public void Add(Point point, TimeSpan elapsed)
    {
        var (seconds, records) = _spent.GetValueOrDefault(point.Target);
        _spent[point.Target] = (seconds + elapsed.TotalSeconds, records + Size(point));
    }

    /// <summary>Estimates the duration of trials. Null before the first trial ended.</summary>
    /// <param name="left">The sum of <see cref="Size"/> over the trials to come of each target.</param>
    public TimeSpan? Of(IEnumerable<(AxisValues Target, double Size)> left)
    {
        if (_spent.Count == 0)
        {
            return null;
        }

        double overall = _spent.Values.Sum(s => s.Seconds) / _spent.Values.Sum(s => s.Records);
        double seconds = left.Sum(trials =>
            trials.Size * (_spent.TryGetValue(trials.Target, out var spent) ? spent.Seconds / spent.Records : overall));
        return seconds < Longest.TotalSeconds ? TimeSpan.FromSeconds(seconds) : Longest;
    }

    /// <summary>
    /// The quantity that a trial's time grows with: its duration in seconds if the point has a duration, else its records, loaded
    /// or written, plus the operations of a mix.
    /// </summary>
    public static double Size(Point point) =>
        point.DurationS ?? point.TotalRecords + point.PrefilledRecords
            + ((point.MostOperations ?? 0) * point.Sources.Total);
}
