using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Throughput of B / throughput of A = (mean time of A / mean time of B) x (records of B / records of A): a ratio of mean times
/// with a constant factor, which is 1 unless records were retried.
/// </summary>
internal sealed class ThroughputRatio : IRatio
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

    /// <summary>The ratio of two points, or null when a side has no throughput above 0. How trials depend on each other is estimated from both.</summary>
    public static ThroughputRatio? Of(PointSummary a, PointSummary b)
    {
        var (sideA, sideB) = (new PointSide([a]), new PointSide([b]));
        return Of(sideA, sideB, EffectiveSize.Autocorrelation(sideA.Series.Concat(sideB.Series)));
    }

    /// <summary>
    /// The ratio of two sides, or null when one has no throughput above 0. With several runs on a side the variance is that between its
    /// runs, and a side with a single run is taken to have the other's. With one run a side it is that of the trials,
    /// each of which depends on the one before as told.
    /// </summary>
    public static ThroughputRatio? Of(PointSide a, PointSide b, double autocorrelation) => a.IsMissing || b.IsMissing
        ? null
        : new ThroughputRatio(Times(a, b, autocorrelation), b.RecordsPerS!.Value / a.RecordsPerS!.Value);

    private static MeanRatio Times(PointSide a, PointSide b, double autocorrelation) => (a.Usable.Count, b.Usable.Count) switch
    {
        (1, 1) => MeanRatio.Of(
            OfRun(a.Usable[0], autocorrelation), OfRun(b.Usable[0], autocorrelation)),
        (1, _) => Borrowed(known: b, a, (single, runs) => (single, runs)),
        (_, 1) => Borrowed(known: a, b, (single, runs) => (runs, single)),
        _ => MeanRatio.Of(OfRuns(a), OfRuns(b)),
    };

    /// <summary>A run of several blocks varies as they do; one of a single deployment as its trials do.</summary>
    private static MeanEstimate OfRun(PointSummary run, double autocorrelation) => BlockMeans.Count(run.Measured) < 2
        ? MeanEstimate.Of(run.ElapsedS!, autocorrelation)
        : MeanEstimate.Of(SampleStatistics.Of(BlockMeans.Of(run.Measured, TrialTimes.Of(run))));

    private static MeanEstimate OfRuns(PointSide side) =>
        MeanEstimate.Of(SampleStatistics.Of([.. side.Usable.Select(run => run.ElapsedS!.Mean)]));

    /// <summary>A single run varies in proportion as much as the other side's runs do: that one variance makes both errors.</summary>
    private static MeanRatio Borrowed(
        PointSide known, PointSide single, Func<MeanEstimate, MeanEstimate, (MeanEstimate A, MeanEstimate B)> order)
    {
        var runs = OfRuns(known);
        double variation = Math.Sqrt(runs.SquaredError * known.Usable.Count) / runs.Mean;
        double error = variation * single.MeanS;
        var (a, b) = order(new MeanEstimate(single.MeanS, error * error, runs.DegreesOfFreedom), runs);
        return MeanRatio.OfShared(a, b, runs.DegreesOfFreedom);
    }

    public Interval? IntervalAt(double confidence) => _times.IntervalAt(confidence) is { } interval
        ? new Interval(interval.Low * _factor, interval.High * _factor)
        : null;

    public double EquivalenceP(double low, double high) => _times.EquivalenceP(low / _factor, high / _factor);

    /// <summary>
    /// The p-value of a ratio of at least the given one, twice the one-sided: at most 1 - c exactly where the whole interval at c lies below.
    /// </summary>
    public double SmallerP(double ratio) => Math.Min(1, 2 * _times.SmallerP(ratio / _factor));
}
