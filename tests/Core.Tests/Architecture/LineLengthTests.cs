using System.Text.RegularExpressions;

namespace DbIngest.Core.Tests.Architecture;

/// <summary>
/// Lines of code keep to the 130 columns that .editorconfig declares. The compiler does not let every text be split
/// (FormattableString takes one literal), so a line may be longer by the text that it holds, and the lines of a raw literal
/// are as long as their text.
/// </summary>
public partial class LineLengthTests
{
    private const int Columns = 130;
    private const int LongLiteral = 60;

    [Fact]
    public void Lines_OfCode_KeepToTheDeclaredLength()
    {
        SourceTree.Read(".editorconfig").ShouldContain($"max_line_length = {Columns}");
        string[] files = [.. SourceTree.Files.Where(file => file.EndsWith(".cs", StringComparison.Ordinal))];
        files.Length.ShouldBeGreaterThan(1000);
        files.SelectMany(file => TooLong(SourceTree.Read(file)).Select(line => $"{file}:{line}")).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(130, "", false)]
    [InlineData(131, "", true)]
    [InlineData(100, "\"a literal of some length that alone makes the line longer than columns allow, whatever is done\"", false)]
    [InlineData(131, "\"a literal of some length that alone makes the line longer than columns allow, whatever is done\"", true)]
    [InlineData(120, "\"a short literal\"", true)]
    public void TooLong_ALine_IsFoundByItsCode(int code, string literal, bool isFound) =>
        TooLong(new string('x', code) + literal).Any().ShouldBe(isFound);

    [Fact]
    public void TooLong_ARawLiteral_MayHoldWhatItMust()
    {
        string text = new('x', 200);
        TooLong($"""" 
            a = """
            {text}
            """;
            """").ShouldBeEmpty();
        TooLong($"// {text}").ShouldBe([1]);
    }

    private static IEnumerable<int> TooLong(string text)
    {
        bool isRaw = false;
        int number = 0;
        foreach (string line in text.Split('\n'))
        {
            number++;
            bool wasRaw = isRaw;
            isRaw ^= RawQuotes().Count(line) % 2 == 1;
            if (line.Length > Columns && !wasRaw && !isRaw && !IsLongerByALiteral(line))
            {
                yield return number;
            }
        }
    }

    // From the first quotation mark to the last: literals within the holes of another one are part of it.
    private static bool IsLongerByALiteral(string line) =>
        line.IndexOf('"', StringComparison.Ordinal) is >= 0 and var first
        && line.LastIndexOf('"') + 1 - first is > LongLiteral and var length
        && line.Length - length <= Columns;

    [GeneratedRegex("\"{3,}", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex RawQuotes();
}
