using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Throughput of B / throughput of A = (mean time of A / mean time of B) x (records of B / records of A): a ratio of mean times
/// with a constant factor, which is 1 unless records were retried.
/// </summary>
internal sealed class ThroughputRatio
{
    private readonly MeanRatio _times;
    private readonly double _factor;

    private ThroughputRatio(MeanRatio times, double value)
    {
        _times = times;
        Value = value;
        _factor = value / times.Ratio;
    }

    public double Value { get; }

    public bool HasVariance => _times.HasVariance;

    public double DifferenceP => _times.DifferenceP(1 / _factor);

    /// <summary>The ratio, or null when a side has no throughput above 0.</summary>
    public static ThroughputRatio? Of(PointSummary a, PointSummary b) =>
        a is { ElapsedS: { } timesA, Throughput.RecordsPerS: > 0 and var rateA }
        && b is { ElapsedS: { } timesB, Throughput.RecordsPerS: > 0 and var rateB }
            ? new ThroughputRatio(MeanRatio.Of(timesA, timesB), rateB / rateA)
            : null;

    public Interval? IntervalAt(double confidence) => _times.IntervalAt(confidence) is { } interval
        ? new Interval(interval.Low * _factor, interval.High * _factor)
        : null;

    public double EquivalenceP(double low, double high) => _times.EquivalenceP(low / _factor, high / _factor);
}
