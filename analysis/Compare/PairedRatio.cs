using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The ratio of two points of a sweep whose trials ran in pairs: the geometric mean of the ratios of all pairs, tested by
/// randomisation of their logarithms. <see cref="PointComparisons"/> creates one per point of a sweep with <c>--ab</c>. A trial
/// without its partner does not count, nor does a pair in which a side counted no record. Each side counts by its first usable
/// run alone. <see cref="ThroughputRatio"/> is the counterpart for independent sides.
/// </summary>
internal sealed class PairedRatio : IRatio
{
    private readonly PairedTest _test;

    private PairedRatio(PairedTest test) => _test = test;

    /// <inheritdoc/>
    public double Value => Math.Exp(_test.Mean);

    /// <inheritdoc/>
    public bool HasVariance => _test.N > 1;

    /// <inheritdoc/>
    public double DifferenceP => _test.P(0);

    /// <summary>Standard deviation of ln ratio over the pairs.</summary>
    public double Variation => _test.Sd;

    /// <summary>Number of pairs with figures on both sides.</summary>
    public int Pairs => _test.N;

    /// <summary>The ratio of two points of one run per side; null when no pair has figures on both sides.</summary>
    public static PairedRatio? Of(PointSide a, PointSide b)
    {
        if (a.IsMissing || b.IsMissing)
        {
            return null;
        }

        var ofA = Rates(a.Usable[0]);
        double[] differences = [.. Rates(b.Usable[0]).Where(trial => ofA.ContainsKey(trial.Key)).OrderBy(trial => trial.Key)
            .Select(trial => Math.Log(trial.Value / ofA[trial.Key]))];
        return PairedTest.Of(differences) is { } test ? new PairedRatio(test) : null;
    }

    /// <summary>
    /// Counts the pairs in which a side counted no record, as after a stall as long as a trial by duration. Such a pair has no
    /// ratio. All is the number of these pairs. A pair of two such trials counts for both sides.
    /// </summary>
    public static (int All, int A, int B) Stalled(PointSide a, PointSide b)
    {
        if (a.IsMissing || b.IsMissing)
        {
            return default;
        }

        var (ofA, ofB) = (AllRates(a.Usable[0]), AllRates(b.Usable[0]));
        var pairs = ofA.Keys.Where(ofB.ContainsKey).Select(trial => (A: ofA[trial] <= 0, B: ofB[trial] <= 0)).ToList();
        return (pairs.Count(pair => pair.A || pair.B), pairs.Count(pair => pair.A), pairs.Count(pair => pair.B));
    }

    /// <inheritdoc/>
    public Interval? IntervalAt(double confidence) => _test.IntervalAt(confidence)?.Exp();

    /// <inheritdoc/>
    public double EquivalenceP(double low, double high) => Math.Max(_test.AboveP(Math.Log(low)), _test.BelowP(Math.Log(high)));

    /// <inheritdoc/>
    public double SmallerP(double ratio) => Math.Min(1, 2 * _test.BelowP(Math.Log(ratio)));

    /// <summary>Throughput by trial number, of the trials that counted a record.</summary>
    private static Dictionary<int, double> Rates(PointSummary point) =>
        AllRates(point).Where(trial => trial.Value > 0).ToDictionary(trial => trial.Key, trial => trial.Value);

    /// <summary>Throughput by trial number. The trials of a pair share their number.</summary>
    private static Dictionary<int, double> AllRates(PointSummary point) => point.Measured
        .Zip(TrialTimes.Of(point.Point, point.Measured), (trial, times) => (trial.Trial, Rate: times.Records / times.ElapsedS))
        .ToDictionary(trial => trial.Trial, trial => trial.Rate);
}
