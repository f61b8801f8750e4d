namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The ratio of two independent means with unequal variances: Fieller's interval (Fieller, "Some problems in interval
/// estimation", JRSS B 16, 1954; for benchmarks Kalibera, Jones, "Rigorous benchmarking in reasonable time", ISMM 2013) on
/// Welch-Satterthwaite degrees of freedom (Tamhane, Logan, Biometrics 60, 2004). At a ratio of 1 the test is Welch's t-test.
/// <c>ThroughputRatio</c>, <c>ReadTimeComparison</c> and the findings of studies take ratios from it.
/// </summary>
public sealed class MeanRatio
{
    private readonly MeanEstimate _numerator;
    private readonly MeanEstimate _denominator;
    private readonly double? _sharedDegrees;

    private MeanRatio(MeanEstimate numerator, MeanEstimate denominator, double? sharedDegrees)
    {
        _numerator = numerator;
        _denominator = denominator;
        _sharedDegrees = sharedDegrees;
    }

    /// <summary>Mean above the line / mean below it.</summary>
    public double Ratio => _numerator.Mean / _denominator.Mean;

    /// <summary>
    /// True when the errors of both means are known; without them there is no interval, and every p-value is 1.
    /// </summary>
    public bool HasVariance => _numerator.HasVariance && _denominator.HasVariance;

    private double NumeratorError => _numerator.SquaredError;

    private double DenominatorError => _denominator.SquaredError;

    /// <summary>The ratio of the means of two samples of positive values.</summary>
    public static MeanRatio Of(SampleStatistics numerator, SampleStatistics denominator) =>
        Of(MeanEstimate.Of(numerator), MeanEstimate.Of(denominator));

    /// <summary>The ratio of two means with independent errors.</summary>
    public static MeanRatio Of(MeanEstimate numerator, MeanEstimate denominator) =>
        new(numerator, denominator, sharedDegrees: null);

    /// <summary>
    /// The ratio of two means whose errors come from one variance, so that its degrees of freedom count once. Used where a side
    /// has a single run and borrows the variance of the other side.
    /// </summary>
    public static MeanRatio OfShared(MeanEstimate numerator, MeanEstimate denominator, double degreesOfFreedom) =>
        new(numerator, denominator, degreesOfFreedom);

    /// <summary>Fieller's interval: every ratio that the test does not reject.</summary>
    /// <returns>
    /// Null when the error of a mean is unknown, or when the mean below the line does not differ from 0 at this level: the set of
    /// ratios is then unbounded.
    /// </returns>
    public Interval? IntervalAt(double confidence)
    {
        if (!HasVariance)
        {
            return null;
        }

        if (NumeratorError == 0 && DenominatorError == 0)
        {
            return new Interval(Ratio, Ratio);
        }

        double t = StudentT.TwoSided(confidence, DegreesOfFreedom(Ratio));
        double a = (_denominator.Mean * _denominator.Mean) - (t * t * DenominatorError);
        double b = _numerator.Mean * _denominator.Mean;
        double c = (_numerator.Mean * _numerator.Mean) - (t * t * NumeratorError);
        if (a <= 0)
        {
            return null;
        }

        double root = Math.Sqrt(Math.Max(0, (b * b) - (a * c)));
        return new Interval((b - root) / a, (b + root) / a);
    }

    /// <summary>The two-sided test against a given ratio.</summary>
    /// <returns>The p-value; 1 when an error is unknown.</returns>
    public double DifferenceP(double ratio) => HasVariance
        ? Math.Min(1, 2 * Math.Min(UpperP(ratio), 1 - UpperP(ratio)))
        : 1;

    /// <summary>
    /// Two one-sided tests of equivalence (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987): the larger p-value.
    /// </summary>
    /// <param name="low">Smallest ratio that counts as equivalent.</param>
    /// <param name="high">Largest ratio that counts as equivalent.</param>
    /// <returns>The p-value of a ratio outside the bounds; 1 when an error is unknown.</returns>
    public double EquivalenceP(double low, double high) => HasVariance ? Math.Max(UpperP(low), 1 - UpperP(high)) : 1;

    /// <summary>The one-sided test against a ratio of at least the given one.</summary>
    /// <returns>The p-value; 1 when an error is unknown.</returns>
    public double SmallerP(double ratio) => HasVariance ? 1 - UpperP(ratio) : 1;

    /// <summary>The p-value of a ratio of at most the given one.</summary>
    private double UpperP(double ratio)
    {
        double difference = _numerator.Mean - (ratio * _denominator.Mean);
        double error = NumeratorError + (ratio * ratio * DenominatorError);
        return error == 0
            ? (1 - Math.Sign(difference)) / 2.0
            : StudentT.UpperP(difference / Math.Sqrt(error), DegreesOfFreedom(ratio));
    }

    private double DegreesOfFreedom(double ratio) => _sharedDegrees
        ?? StudentT.SatterthwaiteDf(
            NumeratorError, _numerator.DegreesOfFreedom, ratio * ratio * DenominatorError, _denominator.DegreesOfFreedom);
}
