using DbIngest.Core.Measurement;

namespace DbIngest.Core.Tests.Measurement;

public class MedianIntervalTests
{
    /// <summary>
    /// Ranks of the 95 % interval of a median: Conover, Practical Nonparametric Statistics, 1999; R: qbinom(0.025, n, 0.5).
    /// </summary>
    [Theory]
    [InlineData(6, 1, 6)]
    [InlineData(9, 2, 8)]
    [InlineData(12, 3, 10)]
    [InlineData(15, 4, 12)]
    [InlineData(25, 8, 18)]
    public void Of_NValues_LiesBetweenTheTabulatedRanks(int n, int low, int high)
    {
        var interval = MedianInterval.Of([.. Enumerable.Range(1, n).Select(i => (double)(n + 1 - i))]).ShouldNotBeNull();
        interval.Low.ShouldBe(low);
        interval.High.ShouldBe(high);
        interval.Median.ShouldBe((n + 1) / 2.0);
    }

    [Fact]
    public void Of_FiveValues_HasNone() => MedianInterval.Of([1, 2, 3, 4, 5]).ShouldBeNull();
}
