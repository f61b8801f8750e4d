namespace DbIngest.Analysis.Compare;

/// <summary>
/// The condition under which a slower point or search counts as a regression (<c>compare --gate</c>).
/// <see cref="PointComparisons"/> and <see cref="SearchComparison"/> apply it, <see cref="History"/> passes it on, and a
/// regression ends <c>compare</c> with exit code 5. The names in snake case are a published format.
/// </summary>
public enum RegressionGate
{
    /// <summary>
    /// The whole interval of the ratio lies beyond the threshold, corrected by Holm over the common points. If the true loss
    /// equals the threshold, at most half of 1 - confidence of comparisons fail, for example 2.5 % at 95 %, provided that
    /// the interval contains the variance between runs: compare several runs per side.
    /// </summary>
    Interval,

    /// <summary>
    /// There is a difference, and the ratio itself lies beyond the threshold. If the true loss equals the threshold, every second
    /// comparison fails.
    /// </summary>
    Estimate,
}
