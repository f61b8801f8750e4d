using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class PairedTestTests
{
    /// <summary>The seven subsets of 1, 2 and 4 have the means 1, 1.5, 2, 7/3, 2.5, 3 and 4, counted by hand.</summary>
    [Fact]
    public void SmallSample_HasThePValuesOfItsSubsets()
    {
        var test = PairedTest.Of([1, 4, 2]).ShouldNotBeNull();
        test.P(0).ShouldBe(2 / 8.0, "only the signs as they are reach that far");
        test.AboveP(1.25).ShouldBe(2 / 8.0);
        test.BelowP(3).ShouldBe(3 / 8.0);
        test.P(2.4).ShouldBe(1);
        test.IntervalAt(0.95).ShouldBeNull("three pairs reject nothing at 5 %");
        var interval = test.IntervalAt(0.5).ShouldNotBeNull();
        (interval.Low, interval.High).ShouldBe((1.5, 3.0));
    }

    [Fact]
    public void Interval_HoldsExactlyWhatTheTestDoesNotReject()
    {
        var test = PairedTest.Of([0.3, -0.1, 0.2, 0.25, 0.1, 0.05, 0.4, -0.02]).ShouldNotBeNull();
        var interval = test.IntervalAt(0.95).ShouldNotBeNull();
        test.P(interval.Low).ShouldBeGreaterThan(0.05);
        test.P(interval.High).ShouldBeGreaterThan(0.05);
        test.P(interval.Low - 1e-9).ShouldBeLessThanOrEqualTo(0.05);
        test.P(interval.High + 1e-9).ShouldBeLessThanOrEqualTo(0.05);
    }

    [Fact]
    public void ManyPairs_DrawnSigns_AgreeWithStudentsT()
    {
        double[] values = [.. Enumerable.Range(0, 40).Select(i => 0.1 + Math.Sin(i * 2.4))];
        var test = PairedTest.Of(values).ShouldNotBeNull();
        var statistics = SampleStatistics.Of(values);
        var student = StudentT.OfMean(statistics, 0.95)!.Value;
        var interval = test.IntervalAt(0.95).ShouldNotBeNull();
        interval.Low.ShouldBe(student.Low, 0.05);
        interval.High.ShouldBe(student.High, 0.05);
        test.P(0).ShouldBe(2 * StudentT.UpperP(Math.Abs(statistics.Mean) / (statistics.Sd!.Value / Math.Sqrt(40)), 39), 0.03);
    }

    [Fact]
    public void EqualPairs_AreNoDifference()
    {
        var test = PairedTest.Of([0, 0, 0, 0, 0, 0, 0]).ShouldNotBeNull();
        test.P(0).ShouldBe(1);
        test.AboveP(-0.05).ShouldBe(1 / 128.0);
    }

    [Fact]
    public void NoPair_IsNoTest() => PairedTest.Of([]).ShouldBeNull();

    /// <summary>
    /// The draw makes the level, so the rate of 4.9 % (50 of 1,024 signs) holds whatever trials do: three standard deviations of
    /// 4,000 sweeps above the level are 6 %. Welch's test on the same sweeps shows that there is something to guard against: with
    /// dependent trials it errs to either side.
    /// </summary>
    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(0.5, 0, false)]
    [InlineData(0.8, 0, false)]
    [InlineData(0.5, 0.5, false)]
    [InlineData(0.3, 0, true)]
    public void EqualSides_AreToldApartNoMoreOftenThanTheLevelSays(double autocorrelation, double drift, bool isHeavy)
    {
        var study = new PairedStudy { Autocorrelation = autocorrelation, Drift = drift, IsHeavy = isHeavy };
        var (byPairs, _, covers) = study.Run(4_000);
        byPairs.ShouldBeInRange(0.03, 0.06);
        covers.ShouldBeGreaterThan(0.94);
    }

    [Theory]
    [InlineData(1.05, 0, 0.4)]
    [InlineData(1.1, 0, 0.9)]
    [InlineData(1.05, 0.8, 0.9)]
    public void ADifference_IsFound(double ratio, double autocorrelation, double least) =>
        new PairedStudy { Ratio = ratio, Autocorrelation = autocorrelation }.Run(2_000).ByPairs.ShouldBeGreaterThan(least);
}
