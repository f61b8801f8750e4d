using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of throughput of two sides at a point, with its tests. <see cref="PairedRatio"/> and <see cref="ThroughputRatio"/>
/// implement it. <see cref="PointComparisons"/> judges points through it: it always asks for the interval, but for p-values only
/// where <see cref="HasVariance"/> is true.
/// </summary>
internal interface IRatio
{
    /// <summary>B / A.</summary>
    double Value { get; }

    /// <summary>True when the error of the ratio is known.</summary>
    bool HasVariance { get; }

    /// <summary>P-value of no difference.</summary>
    double DifferenceP { get; }

    /// <summary>Interval of the ratio; null when it is unbounded or unknown.</summary>
    /// <param name="confidence">Level, between 0 and 1.</param>
    Interval? IntervalAt(double confidence);

    /// <summary>P-value of a ratio outside the bounds.</summary>
    /// <param name="low">Smallest equivalent ratio.</param>
    /// <param name="high">Largest equivalent ratio.</param>
    double EquivalenceP(double low, double high);

    /// <summary>
    /// Twice the one-sided p-value of the hypothesis that the ratio is at least the given one. The result is at most 1 - c
    /// exactly when the whole interval at a confidence level of c lies below the given ratio.
    /// </summary>
    double SmallerP(double ratio);
}
