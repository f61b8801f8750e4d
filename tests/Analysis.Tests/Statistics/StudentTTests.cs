using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class StudentTTests
{
    // The tables of every textbook; R: qt(1 - (1 - c) / 2, df).
    [Theory]
    [InlineData(0.95, 1, 12.7062047362)]
    [InlineData(0.95, 2, 4.3026527297)]
    [InlineData(0.95, 9, 2.2621571628)]
    [InlineData(0.99, 9, 3.2498355416)]
    [InlineData(0.90, 9, 1.8331129327)]
    [InlineData(0.95, 30, 2.0422724563)]
    [InlineData(0.999, 1, 636.6192487688)]
    [InlineData(0.9999, 1, 6366.1976712)]
    [InlineData(0.95, 1000000, 1.9599663)]
    public void TwoSided_TableEntry_IsReproduced(double confidence, double degrees, double expected) =>
        (StudentT.TwoSided(confidence, degrees) / expected).ShouldBe(1, 1e-7);

    // R 4.2: qt(tail, df, lower.tail = FALSE); for df = 1 it is the cotangent of pi tail, for df = 2 (1 - 2 tail) / sqrt(2 tail
    // (1 - tail)).
    [Theory]
    [InlineData(1e-6, 1, 318309.886182743)]
    [InlineData(1e-12, 1, 318309886183.791)]
    [InlineData(1e-6, 2, 707.105720525934)]
    [InlineData(1e-12, 2, 707106.781185487)]
    [InlineData(1e-12, 3, 10331.1082442925)]
    [InlineData(1e-12, 7.5, 83.9169734540348)]
    [InlineData(1e-12, 9, 51.4149160232822)]
    [InlineData(1e-20, 9, 398.692260352436)]
    [InlineData(1e-12, 30, 11.3972175233114)]
    [InlineData(1e-20, 30, 22.6588783719402)]
    public void UpperQuantile_FarTail_KeepsItsDigits(double tail, double degrees, double expected) =>
        (StudentT.UpperQuantile(tail, degrees) / expected).ShouldBe(1, 1e-10);

    [Fact]
    public void OfMean_TenValues_HasTheHalfWidthOfTheMethodology()
    {
        // "With n = 10 the 95 % half-width is 0.715 s": t = 2.262 / sqrt(10).
        double[] values = [.. Enumerable.Range(1, 10).Select(i => (double)i)];
        var statistics = SampleStatistics.Of(values);
        var interval = StudentT.OfMean(statistics, 0.95)!.Value;
        ((interval.High - interval.Low) / 2 / statistics.Sd!.Value).ShouldBe(0.715, 5e-4);
        interval.Contains(statistics.Mean).ShouldBeTrue();
    }

    [Fact]
    public void OfMean_OneValue_HasNoInterval() => StudentT.OfMean(SampleStatistics.Of([1]), 0.95).ShouldBeNull();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(double.NaN)]
    public void TwoSided_NotAConfidence_Throws(double confidence) =>
        Should.Throw<ArgumentOutOfRangeException>(() => StudentT.TwoSided(confidence, 9));
}
