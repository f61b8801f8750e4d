namespace DbIngest.Runner.Live;

/// <summary>
/// Keeps the throughput of the running trial over time, for the curve of the live page. <see cref="Dashboard"/> owns one object
/// and adds a count each second. A full list drops every second count and from then on keeps half as many, so that a trial of
/// any length has fewer than <see cref="Most"/> steps. Not thread-safe: the dashboard calls it under its lock.
/// </summary>
internal sealed class RateSteps
{
    /// <summary>Number of counts at which every second one is dropped.</summary>
    public const int Most = 600;

    /// <summary>Least seconds between two counts, and from the start to the first. Less would give no useful rate.</summary>
    private const double LeastStepS = 0.2;

    private readonly List<(double AtS, long Records)> _counts = [];
    private int _skip;
    private int _stride = 1;

    /// <summary>Forgets all counts, for the next trial.</summary>
    public void Clear()
    {
        _counts.Clear();
        (_skip, _stride) = (0, 1);
    }

    /// <summary>Adds a count.</summary>
    /// <param name="atS">Seconds since the common start.</param>
    /// <param name="records">Records acknowledged by then.</param>
    public void Add(double atS, long records)
    {
        if (++_skip < _stride || atS - (_counts.Count > 0 ? _counts[^1].AtS : 0) < LeastStepS)
        {
            return;
        }

        _skip = 0;
        _counts.Add((atS, records));
        if (_counts.Count == Most)
        {
            // The counts at odd indexes end the longer steps.
            for (int i = 0; i < Most / 2; i++)
            {
                _counts[i] = _counts[(2 * i) + 1];
            }

            _counts.RemoveRange(Most / 2, Most / 2);
            _stride *= 2;
        }
    }

    /// <summary>The steps so far: end of the step in seconds since the common start, and its rate in records/s.</summary>
    public IReadOnlyList<(double AtS, double Rate)> Steps()
    {
        var steps = new (double AtS, double Rate)[_counts.Count];
        (double at, long records) = (0, 0L);
        for (int i = 0; i < steps.Length; i++)
        {
            steps[i] = (_counts[i].AtS, Math.Max(0, _counts[i].Records - records) / (_counts[i].AtS - at));
            (at, records) = _counts[i];
        }

        return steps;
    }
}
