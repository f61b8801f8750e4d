namespace DbIngest.Analysis.Statistics;

/// <summary>
/// One row of an analysis of variance: a factor or an interaction, tested against the residual variance. <see
/// cref="OneWayAnova"/> and <see cref="TwoWayAnova"/> make the rows, <c>AnalysisTable</c> shows them.
/// </summary>
/// <param name="Source">
/// The name of the factor, or of both factors of an interaction: <c>database x records_per_source</c>.
/// </param>
/// <param name="DegreesOfFreedom">Levels - 1 of a factor.</param>
/// <param name="SumOfSquares">Squared deviations that the factor explains, in the square of the unit of the values.</param>
/// <param name="MeanSquare">Sum of squares / degrees of freedom.</param>
/// <param name="F">Mean square / residual mean square.</param>
/// <param name="P">The probability of an F at least as large if the factor had no effect.</param>
/// <param name="EtaSquared">Share of the total sum of squares. Biased upward (Cohen, "Statistical Power Analysis", 1988).</param>
/// <param name="PartialEtaSquared">Sum of squares / (sum of squares + residual sum of squares).</param>
/// <param name="OmegaSquared">
/// (SS - df MS residual) / (SS total + MS residual). Without the bias of eta squared: below 0 where there is no effect (Hays,
/// "Statistics for Psychologists", 1963).
/// </param>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
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
            UpperTails.F(f, degreesOfFreedom, residual.DegreesOfFreedom),
            squares / total,
            squares / (squares + residual.SumOfSquares),
            (squares - (degreesOfFreedom * residual.MeanSquare)) / (total + residual.MeanSquare));
    }
}
