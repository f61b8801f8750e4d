using System.Xml.Linq;
using DbIngest.Analysis.Figures.Drawing;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Figures;

public class MarkupTests
{
    [Theory]
    [InlineData("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;")]
    [InlineData("a & b \"c\" 'd'", "a &amp; b &quot;c&quot; &#39;d&#39;")]
    [InlineData("nul \0 esc \u001b del \u007f", "nul \uFFFD esc \uFFFD del \uFFFD")]
    [InlineData("turned \u202Egnp.exe", "turned \uFFFDgnp.exe")]
    [InlineData("µs ≤ 5 😀", "µs ≤ 5 😀")]
    public void Escape_Text_CanBecomeNoMarkup(string text, string escaped) => MarkupWriter.Escape(text).ShouldBe(escaped);

    [Fact]
    public void Escape_HalfOfASurrogatePair_IsReplaced() => MarkupWriter.Escape("a" + (char)0xD800 + "b").ShouldBe("a\uFFFDb");

    [Fact]
    public void Element_AnyText_IsWellFormedAndComesBackAsText() => Prop.ForAll<string>(text =>
    {
        string any = text ?? string.Empty;
        string xml = new MarkupWriter().Element("a", any, ("b", any)).ToString();
        var element = XElement.Parse(xml, LoadOptions.PreserveWhitespace);
        element.Nodes().All(node => node is XText).ShouldBeTrue();
        element.Attributes().Count().ShouldBe(1);
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(-0.001, "0")]
    [InlineData(1.004, "1")]
    [InlineData(12.345, "12.35")]
    [InlineData(1e6, "1000000")]
    public void Number_Value_HasAtMostTwoDecimals(double value, string text) => MarkupWriter.Number(value).ShouldBe(text);

    [Fact]
    public void Open_AttributeWithoutValue_IsLeftOut() =>
        new MarkupWriter().Empty("path", ("class", null), ("d", "M0 0")).ToString().ShouldBe("<path d=\"M0 0\"/>");
}
