using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

public sealed class WrittenNumberTests
{
    [Theory]
    [InlineData("0", 0)]
    [InlineData("1000", 1000)]
    [InlineData(" 10k ", 10_000)]
    [InlineData("10 K", 10_000)]
    [InlineData("1.5M", 1_500_000)]
    [InlineData("2g", 2_000_000_000)]
    [InlineData("9223372036854775807", long.MaxValue)]
    public void Whole_NumberWithSuffix_IsRead(string text, long number) => WrittenNumber.Whole(text).ShouldBe(number);

    [Theory]
    [InlineData("1.5")]
    [InlineData("1.0005k")]
    [InlineData("9223372036854775808")]
    [InlineData("9223372036854775807k")]
    public void Whole_NumberThatIsNone_IsNull(string text)
    {
        WrittenNumber.Of(text).ShouldNotBeNull();
        WrittenNumber.Whole(text).ShouldBeNull();
    }

    [Theory]
    [InlineData("")]
    [InlineData("k")]
    [InlineData("-1")]
    [InlineData("1,5")]
    [InlineData("1e3")]
    [InlineData("1kk")]
    [InlineData("1T")]
    [InlineData("NaN")]
    [InlineData("79228162514264337593543950335k")]
    public void Of_SomethingElse_IsNull(string text) => WrittenNumber.Of(text).ShouldBeNull();

    [Fact]
    public void Of_Fraction_IsExact() => WrittenNumber.Of("0.1k").ShouldBe(100m);
}
