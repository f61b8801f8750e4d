namespace DbIngest.Analysis.Statistics;

/// <summary>One row of an analysis of variance: a factor or an interaction, tested against the residual variance.</summary>
/// <param name="Source">What varies.</param>
/// <param name="DegreesOfFreedom">Its degrees of freedom.</param>
/// <param name="SumOfSquares">The sum of squares that it explains.</param>
/// <param name="MeanSquare">Sum of squares / degrees of freedom.</param>
/// <param name="F">Mean square / residual mean square.</param>
/// <param name="P">The p-value of an F as large without an effect.</param>
/// <param name="EtaSquared">The share of the total sum of squares; biased upward (Cohen, "Statistical Power Analysis", 1988).</param>
/// <param name="PartialEtaSquared">Sum of squares / (sum of squares + residual sum of squares).</param>
/// <param name="OmegaSquared">
/// (SS - df MS residual) / (SS total + MS residual): without eta squared's bias, below 0 where there is no effect (Hays,
/// "Statistics for Psychologists", 1963).
/// </param>
public sealed record AnovaEffect(
    string Source,
    int DegreesOfFreedom,
    double SumOfSquares,
    double MeanSquare,
    double F,
    double P,
    double EtaSquared,
    double PartialEtaSquared,
    double OmegaSquared)
{
    internal static AnovaEffect Of(string source, int degreesOfFreedom, double squares, AnovaResidual residual, double total)
    {
        double mean = squares / degreesOfFreedom;
        double f = mean / residual.MeanSquare;
        return new AnovaEffect(
            source,
            degreesOfFreedom,
            squares,
            mean,
            f,
            Tails.F(f, degreesOfFreedom, residual.DegreesOfFreedom),
            squares / total,
            squares / (squares + residual.SumOfSquares),
            (squares - (degreesOfFreedom * residual.MeanSquare)) / (total + residual.MeanSquare));
    }
}
