using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of throughputs of two independent sides, B / A = (mean time of A / mean time of B) x (records of B / records of A):
/// a ratio of mean times with a constant factor, which is 1 when both sides count equally many records. <see
/// cref="PointComparisons"/>, <c>Claim</c> and the findings of studies (<c>ThroughputFindings</c>, <c>LoadFindings</c>,
/// <c>MixFindings</c>) compute it. It is immutable.
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

    /// <summary>
    /// The ratio of two points; null when one has no throughput above 0. The dependence of trials is estimated from both.
    /// </summary>
    public static ThroughputRatio? Of(PointSummary a, PointSummary b)
    {
        var (sideA, sideB) = (new PointSide([a]), new PointSide([b]));
        return Of(sideA, sideB, EffectiveSize.Autocorrelation(sideA.Series.Concat(sideB.Series)));
    }

    /// <summary>
    /// The ratio of two sides; null when one has no throughput above 0. With several runs on a side, the variance is that between
    /// its runs, and a side with a single run borrows it. With one run per side, it is that of the trials, corrected for their
    /// autocorrelation.
    /// </summary>
    public static ThroughputRatio? Of(PointSide a, PointSide b, double autocorrelation) => a.IsMissing || b.IsMissing
        ? null
        : new ThroughputRatio(Times(a, b, autocorrelation), b.RecordsPerS!.Value / a.RecordsPerS!.Value);

    private static MeanRatio Times(PointSide a, PointSide b, double autocorrelation) => (a.Usable.Count, b.Usable.Count) switch
    {
        (1, 1) => MeanRatio.Of(OfRun(a, autocorrelation), OfRun(b, autocorrelation)),
        (1, _) => Borrowed(known: b, a, (single, runs) => (single, runs)),
        (_, 1) => Borrowed(known: a, b, (single, runs) => (runs, single)),
        _ => MeanRatio.Of(OfRuns(a), OfRuns(b)),
    };

    /// <summary>
    /// A run of several blocks varies as the blocks do, a run of one deployment as its trials do. The variance is unknown where
    /// a trial by duration has no record that counts.
    /// </summary>
    private static MeanEstimate OfRun(PointSide side, double autocorrelation) =>
        !side.TimesVary ? new MeanEstimate(side.MeanS, 0, 0)
        : side.HasBlocks
        ? MeanEstimate.Of(side.Repeated)
        : MeanEstimate.Of(side.Repeated, autocorrelation);

    private static MeanEstimate OfRuns(PointSide side) => MeanEstimate.Of(side.Repeated);

    /// <summary>
    /// A single run is assumed to vary, in proportion, as much as the runs of the other side: one variance makes both errors.
    /// </summary>
    private static MeanRatio Borrowed(
        PointSide known, PointSide single, Func<MeanEstimate, MeanEstimate, (MeanEstimate A, MeanEstimate B)> order)
    {
        var runs = OfRuns(known);
        double variation = Math.Sqrt(runs.SquaredError * known.Usable.Count) / runs.Mean;
        double error = variation * single.MeanS;
        var (a, b) = order(new MeanEstimate(single.MeanS, error * error, runs.DegreesOfFreedom), runs);
        return MeanRatio.OfShared(a, b, runs.DegreesOfFreedom);
    }

    public Interval? IntervalAt(double confidence) => _times.IntervalAt(confidence)?.Times(_factor);

    public double EquivalenceP(double low, double high) => _times.EquivalenceP(low / _factor, high / _factor);

    public double SmallerP(double ratio) => Math.Min(1, 2 * _times.SmallerP(ratio / _factor));
}
