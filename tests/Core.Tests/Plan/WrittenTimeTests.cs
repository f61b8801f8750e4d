using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

public class WrittenTimeTests
{
    [Theory]
    [InlineData("250us", 0.00025)]
    [InlineData("50ms", 0.05)]
    [InlineData("50MS", 0.05)]
    [InlineData("20s", 20)]
    [InlineData("1.5m", 90)]
    [InlineData("2h", 7200)]
    [InlineData("0s", 0)]
    public void Seconds_NumberWithUnit_IsRead(string text, double seconds)
    {
        WrittenTime.Seconds(text)!.Value.ShouldBe(seconds, 1e-12);
        WrittenTime.SecondsOrNumber(text).ShouldBe(WrittenTime.Seconds(text));
    }

    [Theory]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("ms")]
    [InlineData("5 s")]
    [InlineData("-5s")]
    [InlineData("1,5s")]
    [InlineData("1e3s")]
    [InlineData("5d")]
    [InlineData("NaNs")]
    public void Seconds_SomethingElse_IsNone(string text)
    {
        WrittenTime.Seconds(text).ShouldBeNull();
        WrittenTime.SecondsOrNumber(text).ShouldBeNull();
    }

    [Theory]
    [InlineData("30d", 2_592_000.0)]
    [InlineData("2y", 63_072_000.0)]
    [InlineData("12h", 43_200.0)]
    [InlineData("2", null)]
    [InlineData("2w", null)]
    [InlineData("-1y", null)]
    public void LongSeconds_DaysAndYears_AreRead(string text, double? seconds) =>
        WrittenTime.LongSeconds(text).ShouldBe(seconds);

    [Fact]
    public void Seconds_WithoutUnit_AreThoseOfSecondsOrNumberAlone()
    {
        WrittenTime.Seconds("5").ShouldBeNull();
        WrittenTime.SecondsOrNumber("5").ShouldBe(5);
    }

    /// <summary>A number that only its unit makes infinite.</summary>
    [Fact]
    public void Seconds_TooLarge_IsNone() => WrittenTime.Seconds(new string('9', 308) + "h").ShouldBeNull();
}
