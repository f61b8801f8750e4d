using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

/// <summary>How disorder, backfill and duplicates are written.</summary>
public sealed class DisorderTests
{
    [Theory]
    [InlineData("10%:1h", 100_000, 3600, "10%:3600s")]
    [InlineData(" 0.5%:90S ", 5_000, 90, "0.5%:90s")]
    [InlineData("50%:1ms", 500_000, 0.001, "50%:0.001s")]
    [InlineData("0.0001%:744h", 1, 2_678_400, "0.0001%:2678400s")]
    [InlineData("none", 0, 0, "none")]
    [InlineData("0", 0, 0, "none")]
    public void TryParse_Disorder_IsShareAndTime(string text, int millionths, double mostS, string written)
    {
        Disorder.TryParse(text, out var disorder).ShouldBeTrue();
        (disorder!.Millionths, disorder.MostS, disorder.ToString()).ShouldBe((millionths, mostS, written));
        Disorder.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(disorder);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("10%")]
    [InlineData("10:1h")]
    [InlineData("51%:1h")]
    [InlineData("10%:0s")]
    [InlineData("10%:60")]
    [InlineData("10%:745h")]
    [InlineData("0%:1h")]
    [InlineData("-1%:1h")]
    [InlineData("0.00001%:1h")]
    [InlineData("10%:1h:1h")]
    [InlineData("10,5%:1h")]
    public void TryParse_OtherDisorder_IsNone(string? text) => Disorder.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("20%:30d", 200_000, 2_592_000, "20%:2592000s")]
    [InlineData(" 90%:10Y ", 900_000, 315_360_000, "90%:315360000s")]
    [InlineData("0.5%:90s", 5_000, 90, "0.5%:90s")]
    [InlineData("none", 0, 0, "none")]
    public void TryParse_Backfill_IsShareAndTime(string text, int millionths, double gapS, string written)
    {
        Backfill.TryParse(text, out var backfill).ShouldBeTrue();
        (backfill!.Millionths, backfill.GapS, backfill.ToString()).ShouldBe((millionths, gapS, written));
        Backfill.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(backfill);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("20%")]
    [InlineData("20%:30")]
    [InlineData("91%:30d")]
    [InlineData("20%:11y")]
    [InlineData("20%:0d")]
    [InlineData("20:30d")]
    public void TryParse_OtherBackfill_IsNone(string? text) => Backfill.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("1%", 10_000, "1%")]
    [InlineData("100%", 1_000_000, "100%")]
    [InlineData("12.5%", 125_000, "12.5%")]
    [InlineData("none", 0, "none")]
    [InlineData("0%", 0, "none")]
    [InlineData("0", 0, "none")]
    public void TryParse_Duplicates_IsAShare(string text, int millionths, string written)
    {
        Duplicates.TryParse(text, out var duplicates).ShouldBeTrue();
        (duplicates!.Millionths, duplicates.ToString()).ShouldBe((millionths, written));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("1")]
    [InlineData("101%")]
    [InlineData("-1%")]
    [InlineData("1%:1h")]
    public void TryParse_OtherDuplicates_AreNone(string? text) => Duplicates.TryParse(text, out _).ShouldBeFalse();
}
