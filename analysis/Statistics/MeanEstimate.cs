namespace DbIngest.Analysis.Statistics;

/// <summary>
/// A mean with its standard error, the input of <see cref="MeanRatio"/>. <see cref="MeanRatio"/>, <c>ThroughputRatio</c> and
/// <c>LoadFindings</c> make it from trials, blocks or runs, whichever repeat.
/// </summary>
/// <param name="Mean">In the unit of the values.</param>
/// <param name="SquaredError">Square of the standard error; 0 when unknown.</param>
/// <param name="DegreesOfFreedom">Degrees of freedom of the error; 0 when unknown.</param>
public sealed record MeanEstimate(double Mean, double SquaredError, double DegreesOfFreedom)
{
    /// <summary>False when the sample had one value only.</summary>
    public bool HasVariance => DegreesOfFreedom > 0;

    /// <summary>The mean of independent values.</summary>
    /// <param name="sample">A sample of one value leaves the error unknown.</param>
    public static MeanEstimate Of(SampleStatistics sample) => Of(sample, autocorrelation: 0);

    /// <summary>
    /// The mean of values that each depend on the one before; <see cref="EffectiveSize"/> reduces the number of values.
    /// </summary>
    public static MeanEstimate Of(SampleStatistics sample, double autocorrelation) => sample.Sd is { } sd
        ? new MeanEstimate(
            sample.Mean,
            sd * sd / sample.N * EffectiveSize.VarianceFactor(sample.N, autocorrelation),
            Math.Max(1, EffectiveSize.Of(sample.N, autocorrelation) - 1))
        : new MeanEstimate(sample.Mean, 0, 0);
}
