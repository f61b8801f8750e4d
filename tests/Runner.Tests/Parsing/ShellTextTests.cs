using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Parsing;

public class ShellTextTests
{
    [Theory]
    [InlineData("plain-word_1.0/x", "plain-word_1.0/x")]
    [InlineData("two words", "'two words'")]
    [InlineData("it's", "'it'\\''s'")]
    [InlineData("", "''")]
    [InlineData("a;b", "'a;b'")]
    [InlineData("$HOME", "'$HOME'")]
    public void Quote_Word_IsOneWordToAShell(string word, string quoted) => ShellText.Quote(word).ShouldBe(quoted);
}
