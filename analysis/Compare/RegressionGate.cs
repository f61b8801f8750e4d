namespace DbIngest.Analysis.Compare;

/// <summary>
/// The condition under which a slower point counts as a regression (<c>compare --gate</c>). <see cref="PointComparisons"/>
/// applies it, and a regression ends <c>compare</c> with exit code 5. Its names in snake case are a published format.
/// </summary>
public enum RegressionGate
{
    /// <summary>
    /// When the whole interval of its ratio lies beyond the threshold, corrected by Holm over the common points. If the true loss
    /// equals the threshold, half of 1 - c of comparisons fail, provided that the interval contains the variance between runs:
    /// compare several runs per side.
    /// </summary>
    Interval,

    /// <summary>
    /// When there is a difference and the ratio itself lies beyond the threshold. If the true loss equals the threshold, every
    /// second comparison fails.
    /// </summary>
    Estimate,
}
