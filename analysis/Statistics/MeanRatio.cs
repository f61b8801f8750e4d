namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The ratio of two independent means with unequal variances: Fieller's interval (Fieller, "Some problems in interval
/// estimation", JRSS B 16, 1954; for benchmarks Kalibera, Jones, "Rigorous benchmarking in reasonable time", ISMM 2013) on
/// Welch-Satterthwaite degrees of freedom (Tamhane, Logan, Biometrics 60, 2004). At a ratio of 1 its test is Welch's t-test.
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

    /// <summary>Mean of the numerator / mean of the denominator.</summary>
    public double Ratio => _numerator.Mean / _denominator.Mean;

    /// <summary>Whether the error of both means is known.</summary>
    public bool HasVariance => _numerator.HasVariance && _denominator.HasVariance;

    private double NumeratorError => _numerator.SquaredError;

    private double DenominatorError => _denominator.SquaredError;

    /// <summary>The ratio of two samples of positive values.</summary>
    /// <param name="numerator">The sample whose mean is divided.</param>
    /// <param name="denominator">The sample by whose mean it is divided.</param>
    /// <returns>The ratio.</returns>
    public static MeanRatio Of(SampleStatistics numerator, SampleStatistics denominator) =>
        Of(MeanEstimate.Of(numerator), MeanEstimate.Of(denominator));

    /// <summary>The ratio of two means that are known each for itself.</summary>
    /// <param name="numerator">The mean that is divided.</param>
    /// <param name="denominator">The mean by which it is divided, above 0.</param>
    /// <returns>The ratio.</returns>
    public static MeanRatio Of(MeanEstimate numerator, MeanEstimate denominator) => new(numerator, denominator, sharedDegrees: null);

    /// <summary>The ratio of two means whose errors come from one and the same variance: its degrees of freedom count once.</summary>
    /// <param name="numerator">The mean that is divided.</param>
    /// <param name="denominator">The mean by which it is divided, above 0.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom of that variance.</param>
    /// <returns>The ratio.</returns>
    public static MeanRatio OfShared(MeanEstimate numerator, MeanEstimate denominator, double degreesOfFreedom) =>
        new(numerator, denominator, degreesOfFreedom);

    /// <summary>Fieller's interval: every ratio that the test does not reject.</summary>
    /// <param name="confidence">The confidence level.</param>
    /// <returns>
    /// The interval, or null when the error of a mean is not known or the denominator's mean is not different from 0 at this level
    /// (the set of ratios is then unbounded).
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

    /// <summary>The two-sided test of the hypothesis that the ratio is a given one.</summary>
    /// <param name="ratio">The ratio of the hypothesis, above 0.</param>
    /// <returns>The p-value; 1 when a sample has one value only.</returns>
    public double DifferenceP(double ratio) => HasVariance
        ? Math.Min(1, 2 * Math.Min(UpperP(ratio), 1 - UpperP(ratio)))
        : 1;

    /// <summary>
    /// Two one-sided tests of equivalence (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987): the larger p-value.
    /// </summary>
    /// <param name="low">The smallest ratio that still counts as equivalent.</param>
    /// <param name="high">The largest.</param>
    /// <returns>The p-value of the hypothesis that the ratio lies outside; 1 when a sample has one value only.</returns>
    public double EquivalenceP(double low, double high) => HasVariance ? Math.Max(UpperP(low), 1 - UpperP(high)) : 1;

    /// <summary>The one-sided test of the hypothesis that the ratio is at least a given one.</summary>
    /// <param name="ratio">The ratio of the hypothesis, above 0.</param>
    /// <returns>The p-value; 1 when the error of a mean is not known.</returns>
    public double SmallerP(double ratio) => HasVariance ? 1 - UpperP(ratio) : 1;

    /// <summary>The p-value of the hypothesis that the ratio is at most the given one.</summary>
    private double UpperP(double ratio)
    {
        double difference = _numerator.Mean - (ratio * _denominator.Mean);
        double error = NumeratorError + (ratio * ratio * DenominatorError);
        return error == 0
            ? (1 - Math.Sign(difference)) / 2.0
            : StudentT.UpperP(difference / Math.Sqrt(error), DegreesOfFreedom(ratio));
    }

    private double DegreesOfFreedom(double ratio) => _sharedDegrees
        ?? WelchT.SatterthwaiteDf(
            NumeratorError, _numerator.DegreesOfFreedom, ratio * ratio * DenominatorError, _denominator.DegreesOfFreedom);
}
