namespace DbIngest.Analysis.Statistics;

/// <summary>The variance that an analysis of variance leaves unexplained.</summary>
/// <param name="DegreesOfFreedom">Its degrees of freedom.</param>
/// <param name="SumOfSquares">Its sum of squares.</param>
/// <param name="MeanSquare">Sum of squares / degrees of freedom: the common variance.</param>
public sealed record AnovaResidual(int DegreesOfFreedom, double SumOfSquares, double MeanSquare)
{
    internal static AnovaResidual Of(int degreesOfFreedom, double squares) =>
        new(degreesOfFreedom, squares, squares / degreesOfFreedom);
}
