using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Compare;

public class FurtherTrialsEstimateTests
{
    /// <summary>Where a critical value is not searched for, the answer is that of a search at every step.</summary>
    [Theory]
    [InlineData(10, 10, 0.05, 0.0, 1.02, 0.001, 1)]
    [InlineData(10, 7, 0.05, 0.5, 1.03, 0.05, 5)]
    [InlineData(3, 3, 0.2, 0.0, 1.01, 0.05, 1)]
    [InlineData(4, 5, 0.02, 0.3, 0.96, 0.05, 2)]
    [InlineData(2, 2, 0.0, 0.0, 1.01, 0.05, 1)]
    [InlineData(10, 10, 0.5, 0.0, 1.001, 0.001, 1)]
    public void For_TwoSides_IsTheFirstNumberThatGivesAVerdict(
        int a, int b, double cv, double autocorrelation, double ratio, double threshold, int family)
    {
        const double level = 0.05;
        double Squared(int n) => cv * cv / n * EffectiveSize.VarianceFactor(n, autocorrelation);
        double distance = Math.Abs(Math.Log(ratio));
        double margin = -Math.Log(1 - threshold) - distance;
        int? first = null;
        for (int more = 1; more <= Comparison.MoreTrialsMost && first is null; more++)
        {
            double error = Math.Sqrt(Squared(a + more) + Squared(b + more));
            double degrees = Math.Max(1, EffectiveSize.Of(Math.Min(a, b) + more, autocorrelation) - 1);
            if (StudentT.HalfWidth(1 - (level / family), degrees, error) < distance
                || StudentT.HalfWidth(1 - (2 * level), degrees, error) < margin)
            {
                first = more;
            }
        }

        FurtherTrialsEstimate.For((a, cv), (b, cv), autocorrelation, ratio, threshold, level, family).ShouldBe(first);
    }
}
