using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Tests.Output;

public class NumberTextTests
{
    [Theory]
    [InlineData(38_615.3, 19_553d, 1_535_198d, "39,000")]
    [InlineData(100_294.4, 99_841d, 100_751d, "100,290")]
    [InlineData(61_023d, null, null, "61,000")]
    [InlineData(61_023d, 61_020d, 61_026d, "61,023")]
    [InlineData(3.4, 3.1, 3.6, "3")]
    public void Borne_HasTheDigitsThatTheIntervalBears(double value, double? low, double? high, string expected) =>
        NumberText.Borne(value, low, high).ShouldBe(expected);

    [Fact]
    public void Borne_Bound_HasTheDigitsOfItsFigure() => NumberText.Borne(1_535_198, 38_615.3, 19_553, 1_535_198)
        .ShouldBe("1,535,000");

    [Fact]
    public void Borne_Nothing_IsEmpty() => NumberText.Borne(null, 1, 0, 2).ShouldBeEmpty();
}
