using DbIngest.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Statistics;

public class SampleStatisticsTests
{
    [Fact]
    public void Of_TextbookSample_GivesItsFigures()
    {
        var statistics = SampleStatistics.Of([2, 4, 4, 4, 5, 5, 7, 9]);
        statistics.N.ShouldBe(8);
        statistics.Mean.ShouldBe(5);
        statistics.Sd!.Value.ShouldBe(Math.Sqrt(32.0 / 7), 1e-15);
        statistics.Cv!.Value.ShouldBe(Math.Sqrt(32.0 / 7) / 5, 1e-15);
        statistics.Median.ShouldBe(4.5);
        (statistics.Min, statistics.Max).ShouldBe((2, 9));
    }

    [Fact]
    public void Of_OneValue_HasNoDeviation()
    {
        var statistics = SampleStatistics.Of([3]);
        statistics.Mean.ShouldBe(3);
        statistics.Sd.ShouldBeNull();
        statistics.Cv.ShouldBeNull();
    }

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new[] { 1, double.NaN })]
    [InlineData(new[] { 1, double.PositiveInfinity })]
    public void Of_NothingOrNotFinite_Throws(double[] values) =>
        Should.Throw<ArgumentException>(() => SampleStatistics.Of(values));

    [Fact]
    public void Of_ValuesWithManyEqualLeadingDigits_KeepsTheDeviation()
    {
        // 1e9 + {4, 7, 13, 16} has variance 30; the sum-of-squares formula gives nonsense here.
        SampleStatistics.Of([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]).Sd!.Value.ShouldBe(Math.Sqrt(30), 1e-14);
    }

    [Fact]
    public void Of_AnySample_ShiftsWithItsValues()
    {
        var samples = ArbMap.Default.ArbFor<int[]>().Filter(values => values.Length > 1);
        Prop.ForAll(samples, ArbMap.Default.ArbFor<int>(), (values, shift) =>
        {
            var plain = SampleStatistics.Of([.. values.Select(value => (double)value)]);
            var moved = SampleStatistics.Of([.. values.Select(value => (double)value + shift)]);
            return Math.Abs(moved.Mean - plain.Mean - shift) < 1e-6
                && Math.Abs(moved.Sd!.Value - plain.Sd!.Value) < 1e-6
                && moved.Median == plain.Median + shift
                && plain.Min <= plain.Mean + 1e-9 && plain.Mean <= plain.Max + 1e-9;
        }).QuickCheckThrowOnFailure();
    }
}
