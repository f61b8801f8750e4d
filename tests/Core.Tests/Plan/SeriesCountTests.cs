using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

/// <summary>How series and churn are written.</summary>
public sealed class SeriesCountTests
{
    [Theory]
    [InlineData("1000", 1000, false, "1000")]
    [InlineData(" 1k ", 1000, false, "1000")]
    [InlineData("10M:Hotspot", 10_000_000, true, "10000000:hotspot")]
    [InlineData("1", 1, false, "1")]
    [InlineData("None", 0, false, "none")]
    public void TryParse_Series_IsANumberAndHowEvenly(string text, int count, bool isHotspot, string written)
    {
        SeriesCount.TryParse(text, out var series).ShouldBeTrue();
        (series!.Count, series.IsHotspot, series.ToString()).ShouldBe((count, isHotspot, written));
        SeriesCount.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(series);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("10000001")]
    [InlineData("1k:zipfian")]
    [InlineData("none:hotspot")]
    [InlineData("1.5")]
    public void TryParse_OtherSeries_AreNone(string? text) => SeriesCount.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("1%/min", 10_000, "1%/min")]
    [InlineData(" 0.5%/MIN ", 5_000, "0.5%/min")]
    [InlineData("100%/min", 1_000_000, "100%/min")]
    [InlineData("none", 0, "none")]
    [InlineData("0", 0, "none")]
    public void TryParse_Churn_IsAShareAMinute(string text, int millionths, string written)
    {
        Churn.TryParse(text, out var churn).ShouldBeTrue();
        (churn!.MillionthsPerMinute, churn.ToString()).ShouldBe((millionths, written));
        Churn.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(churn);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("1%")]
    [InlineData("1/min")]
    [InlineData("101%/min")]
    [InlineData("0%/min")]
    [InlineData("1%/h")]
    public void TryParse_OtherChurn_IsNone(string? text) => Churn.TryParse(text, out _).ShouldBeFalse();
}
