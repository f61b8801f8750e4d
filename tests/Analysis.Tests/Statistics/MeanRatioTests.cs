using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class MeanRatioTests
{
    [Fact]
    public void DifferenceP_AtOne_IsWelchsTest()
    {
        // Student's sleep data, R: t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776, p = 0.07939.
        var first = SampleStatistics.Of([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        var second = SampleStatistics.Of([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        MeanRatio.Of(first, second).DifferenceP(1).ShouldBe(0.07939, 1e-5);
    }

    [Fact]
    public void IntervalAt_ItsBounds_AreTheRatiosJustRejected()
    {
        var first = SampleStatistics.Of([9.9, 10.2, 10.4, 9.7, 10.1]);
        var second = SampleStatistics.Of([8.1, 7.9, 8.3, 8.0, 7.8]);
        var ratio = MeanRatio.Of(first, second);
        var interval = ratio.IntervalAt(0.95)!.Value;
        interval.Contains(ratio.Ratio).ShouldBeTrue();

        // Degrees of freedom are taken at the ratio itself, so the bounds agree with the test nearly, not wholly.
        ratio.DifferenceP(interval.Low).ShouldBe(0.05, 2e-3);
        ratio.DifferenceP(interval.High).ShouldBe(0.05, 2e-3);
    }

    [Fact]
    public void IntervalAt_DenominatorAroundZero_IsUnbounded() =>
        MeanRatio.Of(SampleStatistics.Of([1, 2, 3]), SampleStatistics.Of([-5, 0.1, 5])).IntervalAt(0.95).ShouldBeNull();

    [Fact]
    public void IntervalAt_OneValue_IsNone()
    {
        var ratio = MeanRatio.Of(SampleStatistics.Of([2]), SampleStatistics.Of([1, 1.1]));
        ratio.IntervalAt(0.95).ShouldBeNull();
        ratio.DifferenceP(1).ShouldBe(1);
        ratio.EquivalenceP(0.5, 4).ShouldBe(1);
    }

    [Fact]
    public void IntervalAt_NoVariance_IsAPoint() =>
        MeanRatio.Of(SampleStatistics.Of([2, 2]), SampleStatistics.Of([1, 1])).IntervalAt(0.95).ShouldBe(new Interval(2, 2));

    [Fact]
    public void IntervalAt_ManySamples_CoversTheRatioAsOftenAsStated()
    {
        var random = new SplitMix64(3);
        double Draw(double mean, double sd) =>
            mean + (sd * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6));
        int covered = 0;
        for (int i = 0; i < 2000; i++)
        {
            var first = SampleStatistics.Of([.. Enumerable.Range(0, 10).Select(_ => Draw(3, 0.3))]);
            var second = SampleStatistics.Of([.. Enumerable.Range(0, 10).Select(_ => Draw(2, 0.05))]);
            covered += MeanRatio.Of(first, second).IntervalAt(0.95)!.Value.Contains(1.5) ? 1 : 0;
        }

        (covered / 2000.0).ShouldBe(0.95, 0.015);
    }

    [Fact]
    public void EquivalenceP_CloseMeans_IsSmallOnlyWithinAWideMargin()
    {
        var ratio = MeanRatio.Of(
            SampleStatistics.Of([1.00, 1.01, 0.99, 1.00, 1.01]), SampleStatistics.Of([1.00, 0.99, 1.01, 1.00, 0.99]));
        ratio.EquivalenceP(0.95, 1 / 0.95).ShouldBeLessThan(0.001);
        ratio.EquivalenceP(0.999, 1 / 0.999).ShouldBeGreaterThan(0.05);
    }
}
