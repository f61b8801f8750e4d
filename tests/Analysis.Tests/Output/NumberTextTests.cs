using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Tests.Output;

public class NumberTextTests
{
    [Theory]
    [InlineData(38_615.3, 19_553d, 1_535_198d, "39,000")]
    [InlineData(100_294.4, 99_841d, 100_751d, "100,290")]
    [InlineData(61_023d, null, null, "61,000")]
    [InlineData(61_023d, 61_020d, 61_026d, "61,023")]
    [InlineData(3.4, 3.1, 3.6, "3.40")]
    [InlineData(4.2, 4.0, 4.4, "4.20")]
    [InlineData(0.4, null, null, "0.400")]
    [InlineData(25.04, 25.03, 25.05, "25.04")]
    [InlineData(512.3, 512.3, 512.3, "512.3")]
    [InlineData(1512.3, 1512.3, 1512.3, "1,512")]
    [InlineData(0d, null, null, "0")]
    public void Borne_HasTheDigitsThatTheIntervalBears(double value, double? low, double? high, string expected) =>
        NumberText.Borne(value, low, high).ShouldBe(expected);

    [Fact]
    public void Borne_Bound_HasTheDigitsOfItsFigure() => NumberText.Borne(1_535_198, 38_615.3, 19_553, 1_535_198)
        .ShouldBe("1,535,000");

    /// <summary>A database that is 200 times slower is no 0.00x, and what is just below 1 is no 1.000.</summary>
    [Theory]
    [InlineData(12.5, "12.50")]
    [InlineData(2.358, "2.36")]
    [InlineData(1, "1.00")]
    [InlineData(0.9996, "1.00")]
    [InlineData(0.61, "0.610")]
    [InlineData(0.004983, "0.00498")]
    [InlineData(0.0000004, "0.000000")]
    [InlineData(0, "0.00")]
    public void Ratio_Small_KeepsItsDigits(double ratio, string expected) => NumberText.Ratio(ratio).ShouldBe(expected);

    [Theory]
    [InlineData(0.0417, "0.0417")]
    [InlineData(0.5, "0.500")]
    [InlineData(4.25, "4.25")]
    [InlineData(42.5, "42.5")]
    [InlineData(1_120_000, "1.12 M")]
    public void Rounded_Small_KeepsItsDigits(double rate, string expected) => NumberText.Rounded(rate).ShouldBe(expected);

    [Fact]
    public void Borne_Nothing_IsEmpty() => NumberText.Borne(null, 1, 0, 2).ShouldBeEmpty();
}
