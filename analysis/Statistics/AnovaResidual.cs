namespace DbIngest.Analysis.Statistics;

/// <summary>The variance that an analysis of variance leaves unexplained: that within the groups or cells.</summary>
/// <param name="DegreesOfFreedom">Values - groups (or cells).</param>
/// <param name="SumOfSquares">In the square of the unit of the values.</param>
/// <param name="MeanSquare">Sum of squares / degrees of freedom: the variance that all groups are assumed to share.</param>
/// <remarks>
/// <see cref="OneWayAnova"/> and <see cref="TwoWayAnova"/> create it. <c>summary.json</c> contains the members, so none may be
/// renamed.
/// </remarks>
public sealed record AnovaResidual(int DegreesOfFreedom, double SumOfSquares, double MeanSquare)
{
    internal static AnovaResidual Of(int degreesOfFreedom, double squares) =>
        new(degreesOfFreedom, squares, squares / degreesOfFreedom);
}
