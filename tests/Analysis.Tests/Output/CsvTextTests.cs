using DbIngest.Analysis.Output;

namespace DbIngest.Analysis.Tests.Output;

public class CsvTextTests
{
    /// <summary>A stranger may have written a text that a spreadsheet computes as a formula.</summary>
    [Theory]
    [InlineData("=HYPERLINK(A1)", "'=HYPERLINK(A1)")]
    [InlineData("=1,2", "\"'=1,2\"")]
    [InlineData("+cmd", "'+cmd")]
    [InlineData("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0")]
    [InlineData("@SUM(1)", "'@SUM(1)")]
    [InlineData("\t=1", "'\t=1")]
    [InlineData("a=1", "a=1")]
    [InlineData("-5", "-5")]
    [InlineData("+1.5e3", "+1.5e3")]
    [InlineData("", "")]
    public void AddRow_TextThatBeginsAsAFormula_IsText(string text, string field) => RowOf(text).ShouldBe(field);

    [Fact]
    public void AddRow_NegativeNumbers_StayNumbers() => RowOf(-1.5, -2L, double.NegativeInfinity).ShouldBe("-1.5,-2,-Infinity");

    private static string RowOf(params object?[] fields)
    {
        var csv = new CsvText();
        csv.AddRow(fields);
        return csv.ToString().TrimEnd('\r', '\n');
    }
}
