using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Input;

public sealed class SafeTextTests
{
    [Theory]
    [InlineData("Spannung L1 in V, \u00b5\u03a9", "Spannung L1 in V, \u00b5\u03a9")]
    [InlineData("\u001b[2Ja", "\uFFFD[2Ja")]
    [InlineData("a\u007f", "a\uFFFD")]
    [InlineData("\u009b2Ja\u0080", "\uFFFD2Ja\uFFFD")]
    [InlineData("a\u0085\nb", "a\uFFFD\uFFFDb")]
    public void Text_ControlCharacters_AreReplaced(string text, string safe) => SafeText.Text(text).ShouldBe(safe);
}
