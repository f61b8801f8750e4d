namespace DbIngest.Analysis.Statistics;

/// <summary>A mean, and how well it is known.</summary>
/// <param name="Mean">The mean, in the unit of the values.</param>
/// <param name="SquaredError">The square of its standard error; 0 when nothing is known of it.</param>
/// <param name="DegreesOfFreedom">The degrees of freedom of that; 0 when nothing is known of it.</param>
public sealed record MeanEstimate(double Mean, double SquaredError, double DegreesOfFreedom)
{
    /// <summary>Whether the error is known.</summary>
    public bool HasVariance => DegreesOfFreedom > 0;

    /// <summary>The mean of values that do not depend on each other.</summary>
    /// <param name="sample">The values; one alone leaves the error unknown.</param>
    /// <returns>The estimate.</returns>
    public static MeanEstimate Of(SampleStatistics sample) => Of(sample, autocorrelation: 0);

    /// <summary>The mean of values of which each depends on the one before: as many count as <see cref="EffectiveSize"/> says.</summary>
    /// <param name="sample">The values.</param>
    /// <param name="autocorrelation">The lag-1 autocorrelation, 0 or more and below 1.</param>
    /// <returns>The estimate.</returns>
    public static MeanEstimate Of(SampleStatistics sample, double autocorrelation) => sample.Sd is { } sd
        ? new MeanEstimate(
            sample.Mean,
            sd * sd / sample.N * EffectiveSize.VarianceFactor(sample.N, autocorrelation),
            Math.Max(1, EffectiveSize.Of(sample.N, autocorrelation) - 1))
        : new MeanEstimate(sample.Mean, 0, 0);
}
