using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>The ratio of throughput of two sides at a point, with its tests.</summary>
internal interface IRatio
{
    /// <summary>B / A.</summary>
    double Value { get; }

    /// <summary>Whether anything can be said of its error.</summary>
    bool HasVariance { get; }

    /// <summary>The p-value of no difference.</summary>
    double DifferenceP { get; }

    /// <summary>The interval.</summary>
    /// <param name="confidence">Its level.</param>
    Interval? IntervalAt(double confidence);

    /// <summary>The p-value of a ratio outside some bounds.</summary>
    /// <param name="low">The lower bound.</param>
    /// <param name="high">The upper one.</param>
    double EquivalenceP(double low, double high);

    /// <summary>The p-value of a ratio of at least the given one, twice the one-sided: at most 1 - c exactly where the whole interval at c lies below.</summary>
    /// <param name="ratio">The ratio.</param>
    double SmallerP(double ratio);
}
