using System.Diagnostics;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Converts an expected number of arrivals of one source to the time at which a rate with stages reaches it: the inverse of the
/// integral of the rate. Immutable, since the two positions of an <see cref="ArrivalQueue"/> share one object.
/// <see cref="ArrivalProcess"/> creates one for each source, and <see cref="Trials.AckGaps"/> asks how long no arrival may come.
/// </summary>
internal sealed class StagedTime
{
    /// <summary>A time after every trial, in ticks: when the next batch comes after a rate that ends at 0.</summary>
    private const double Never = long.MaxValue / 4;

    /// <summary>Each stage with its start, the arrivals before it, and its rates in batches per second of this source.</summary>
    private readonly (double StartS, double Before, double From, double To, double Seconds)[] _stages;

    private readonly double _endS;
    private readonly double _all;

    /// <summary>Creates the conversion.</summary>
    /// <param name="rate">A rate with stages, of one source or of all.</param>
    /// <param name="sources">Sources that share the rate.</param>
    /// <param name="batch">Records per arrival.</param>
    public StagedTime(ArrivalRate rate, int sources, int batch)
    {
        double share = (rate.IsPerSource ? 1.0 : 1.0 / sources) / batch;
        _stages = new (double, double, double, double, double)[rate.Stages.Count];
        for (int i = 0; i < _stages.Length; i++)
        {
            var stage = rate.Stages[i];
            _stages[i] = (_endS, _all, stage.From * share, stage.To * share, stage.Seconds);
            _endS += stage.Seconds;
            _all += stage.Records * share;
        }
    }

    /// <summary>The time at which a number of arrivals is expected, in ticks after the common start.</summary>
    /// <param name="arrivals">The number, 0 or more.</param>
    public double TicksOf(double arrivals)
    {
        foreach (var (startS, before, from, to, seconds) in _stages)
        {
            double left = arrivals - before;
            if (left <= (from + to) / 2 * seconds && (from > 0 || to > 0))
            {
                // from t + (to - from) t^2 / (2 seconds) = left, solved so that nothing cancels.
                double root = Math.Sqrt(Math.Max(0, (from * from) + (2 * (to - from) * left / seconds)));
                double t = left <= 0 ? 0 : 2 * left / (from + root);
                return (startS + Math.Min(t, seconds)) * Stopwatch.Frequency;
            }
        }

        double last = _stages[^1].To;
        return last > 0 ? Math.Min(Never, (_endS + ((arrivals - _all) / last)) * Stopwatch.Frequency) : Never;
    }

    /// <summary>
    /// The longest time for which a number of arrivals is expected, in seconds: over a pause, or where the rate is lowest. Time
    /// after the last arrival does not count.
    /// </summary>
    /// <param name="arrivals">The number, above 0.</param>
    public double LongestS(double arrivals)
    {
        // After a rate that ends at 0 there is no arrival. The factor keeps rounding from asking for one there.
        double most = _stages[^1].To > 0 ? double.MaxValue : _all * (1 - 1e-12);
        double longest = 0;

        // A stage only raises or only lowers its rate, so the longest times lie at its ends, before, over or after them.
        foreach (double end in _stages.Select(stage => stage.Before).Append(_all))
        {
            foreach (double first in (ReadOnlySpan<double>)[end - arrivals, end - (arrivals / 2), end])
            {
                double begin = Math.Clamp(first, 0, most);
                longest = Math.Max(longest, TicksOf(Math.Min(begin + arrivals, most)) - TicksOf(begin));
            }
        }

        return longest / Stopwatch.Frequency;
    }
}
