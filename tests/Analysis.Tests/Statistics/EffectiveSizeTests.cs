using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class EffectiveSizeTests
{
    [Fact]
    public void Of_NoDependence_IsTheNumberOfValues()
    {
        EffectiveSize.Of(10, 0).ShouldBe(10);
        EffectiveSize.VarianceFactor(10, 0).ShouldBe(1);
    }

    [Fact]
    public void Of_Autoregression_IsTheVarianceOfItsMean()
    {
        // The variance of the mean by its definition: the sum of all covariances r^|i - j| / n^2.
        double covariances =
            (from i in Enumerable.Range(0, 10) from j in Enumerable.Range(0, 10) select Math.Pow(0.5, Math.Abs(i - j))).Sum();
        EffectiveSize.Of(10, 0.5).ShouldBe(100 / covariances, 1e-12);

        // sd^2 is the mean square around the own mean: variance less that of the mean, x n / (n - 1).
        double sdSquared = (1 - (covariances / 100)) * 10 / 9;
        EffectiveSize.VarianceFactor(10, 0.5).ShouldBe(covariances / 100 / (sdSquared / 10), 1e-12);
    }

    /// <summary>Powers that are too small to change the sum are left out: it stays the same to the last bit.</summary>
    [Theory]
    [InlineData(0.3)]
    [InlineData(0.5)]
    [InlineData(0.95)]
    public void Of_LongSeries_IsTheWholeSum(double r)
    {
        const int n = 2000;
        double sum = 1;
        double power = r;
        for (int lag = 1; lag < n; lag++)
        {
            sum += 2 * (1 - ((double)lag / n)) * power;
            power *= r;
        }

        EffectiveSize.Of(n, r).ShouldBe(n / sum);
    }

    /// <summary>
    /// Of r = 0.7, the most that one series tells: n_eff is by definition the variance of the mean, in R 2.406709 of ten and
    /// 5.827325 of thirty.
    /// </summary>
    [Fact]
    public void Widening_OfASeries_CountsItsEffectiveSizeUpToABound()
    {
        EffectiveSize.Widening([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).ShouldBe(Math.Sqrt(9 / (2.406709 - 1)), 1e-6);
        EffectiveSize.Widening([.. Enumerable.Range(0, 30).Select(i => (double)i)])
            .ShouldBe(Math.Sqrt(29 / (5.827325 - 1)), 1e-6);
        EffectiveSize.Widening([1, 2, 1, 2, 1, 2, 1, 2]).ShouldBe(1, "what alternates makes no interval narrower");
        EffectiveSize.Widening([1, 2, 3]).ShouldBe(1, "three values tell no dependence");
        EffectiveSize.Widening([5, 5, 5, 5, 5]).ShouldBe(1);
    }

    [Fact]
    public void Autocorrelation_OfSeveralSeries_PoolsThemAndIsNeverBelow0()
    {
        double[] alternating = [1, 2, 1, 2, 1, 2, 1, 2];
        double[] rising = [1, 2, 3, 4, 5, 6, 7, 8];
        EffectiveSize.Autocorrelation([alternating]).ShouldBe(0);
        EffectiveSize.Autocorrelation([rising]).ShouldBe(0.95, "a drift cannot be told from the strongest dependence");
        EffectiveSize.Autocorrelation([alternating, rising]).ShouldBeInRange(0, 0.5);
        EffectiveSize.Autocorrelation([[1, 2, 3], [5, 5, 5, 5, 5, 5]])
            .ShouldBe(0, "too short, and equal values: nothing is told");
    }
}
