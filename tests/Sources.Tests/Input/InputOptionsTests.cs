using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Input;

public class InputOptionsTests
{
    [Fact]
    public void Parse_EscapedCharacters_Kept()
    {
        var options = InputOptions.Parse(@"a=x\,y,b=1|2\|3|,c=");
        options.Take("a").ShouldBe("x,y");
        options.TakeList("b", '|').ShouldBe(["1", "2|3", ""]);
        options.Take("c").ShouldBe("");
        options.Take("a").ShouldBeNull();
        Should.NotThrow(() => options.RefuseRest("csv"));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void Parse_Nothing_NoOptions(string? text) => Should.NotThrow(() => InputOptions.Parse(text).RefuseRest("csv"));

    [Theory]
    [InlineData("a")]
    [InlineData("=b")]
    [InlineData("a=1,a=2")]
    [InlineData("delimiter=,")]
    [InlineData("a=1,,b=2")]
    public void Parse_Malformed_Refused(string text) => Should.Throw<ArgumentException>(() => InputOptions.Parse(text));

    [Fact]
    public void RefuseRest_OptionNotTaken_Named() =>
        Should.Throw<ArgumentException>(() => InputOptions.Parse("colour=red").RefuseRest("csv")).Message.ShouldContain("colour");
}
