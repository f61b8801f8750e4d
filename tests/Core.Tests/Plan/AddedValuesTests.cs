using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

/// <summary>The written form of values that a trial adds to its table.</summary>
public class AddedValuesTests
{
    [Theory]
    [InlineData("3@20s", 3, 20, "3@20s", "3 values added after 20 s")]
    [InlineData(" 1@500MS ", 1, 0.5, "1@0.5s", "1 value added after 0.5 s")]
    [InlineData("999@24h", 999, 86_400, "999@86400s", "999 values added after 86400 s")]
    [InlineData("none", 0, 0, "none", "no value added")]
    public void TryParse_ATextOfTheForm_ReadsIt(string text, int count, double at, string written, string words)
    {
        AddedValues.TryParse(text, out var added).ShouldBeTrue();
        (added!.Count, added.AtS, added.IsNone).ShouldBe((count, at, count == 0));
        added.ToString().ShouldBe(written);
        added.Words.ShouldBe(words);
        AddedValues.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(added);
    }

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData("3")]
    [InlineData("0@20s")]
    [InlineData("-1@20s")]
    [InlineData("1000@20s")]
    [InlineData("3@0s")]
    [InlineData("3@25h")]
    [InlineData("3@20")]
    [InlineData("1.5@20s")]
    [InlineData("3@20s@30s")]
    public void TryParse_AnotherText_IsRefused(string? text) => AddedValues.TryParse(text, out _).ShouldBeFalse();
}
