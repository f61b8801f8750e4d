using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Latex;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Latex;

public class LatexFilesTests
{
    [Fact]
    public void Write_ASweep_HasATableAFigureAndADocumentThatNamesThem()
    {
        using var folder = new TemporaryFolder();
        var results = new[] { Reported.Of(new FakeSweep { Trials = 5 }) };
        string document = LatexFiles.Write(folder.Path, results, study: null);

        string[] files = [.. Directory.GetFiles(Path.GetDirectoryName(document)!).Order(StringComparer.Ordinal)];
        files.ShouldBe(LatexFiles.FilesOf(folder.Path, results, study: null).Order(StringComparer.Ordinal));
        string text = File.ReadAllText(document);
        foreach (string file in files.Where(file => file != document))
        {
            text.ShouldContain(Path.GetFileNameWithoutExtension(file));
        }

        File.ReadAllText(Path.Combine(Path.GetDirectoryName(document)!, "table-01.tex")).ShouldContain("\\toprule");
    }

    /// <summary>What only some sweeps have is a table of the paper too.</summary>
    [Fact]
    public void Write_ASweepWithPrices_HasATableOfItsCosts()
    {
        using var folder = new TemporaryFolder();
        var sweep = new FakeSweep { Trials = 5 };
        var result = Reported.Of(sweep);
        Prices.TryParse("0.12EUR/h", out var prices).ShouldBeTrue();
        var manifest = result.Manifest with { Prices = prices };
        result = result with { Manifest = manifest, Summary = Summarizer.Of(manifest, sweep.Journal) };
        string place = Path.GetDirectoryName(LatexFiles.Write(folder.Path, [result], study: null))!;
        Directory.GetFiles(place, "*.tex").Select(File.ReadAllText).ShouldContain(text => text.Contains("EUR per million"));
    }

    /// <summary>Programs that make a PDF of an SVG know no variables; a line without a colour would be invisible.</summary>
    [Fact]
    public void Write_Figures_HaveNoVariables()
    {
        using var folder = new TemporaryFolder();
        string place = Path.GetDirectoryName(LatexFiles.Write(
            folder.Path, [Reported.Of(new FakeSweep { Trials = 5 })], study: null))!;
        string[] images = Directory.GetFiles(place, "*.svg");
        images.ShouldNotBeEmpty();
        foreach (string image in images)
        {
            string text = File.ReadAllText(image);
            text.ShouldNotContain("var(");
            text.ShouldContain("mm\"");
            System.Xml.Linq.XDocument.Parse(text).Root!.Name.LocalName.ShouldBe("svg");
        }

        Theme.PrintRules.ShouldContain(".s1.line,.s1 .line{stroke:#d55e00");
    }

    /// <summary>The figures of a paper are those of the report that was asked for.</summary>
    [Fact]
    public void Write_ByTheScoreOfAStudy_DrawsIt()
    {
        using var folder = new TemporaryFolder();
        string document = LatexFiles.Write(folder.Path, [Reported.Of(Reported.Sweep)], study: null, ScoreFormula.Study3);
        File.ReadAllText(document).ShouldContain("Composite score after study 3");
    }

    /// <summary>A float that is longer than a page loses the rows beyond it: A4 across bears 35 small rows.</summary>
    [Theory]
    [InlineData(35, 0, new[] { 35 })]
    [InlineData(36, 0, new[] { 18, 18 })]
    [InlineData(100, 2, new[] { 34, 34, 32 })]
    [InlineData(0, 1, new[] { 0 })]
    public void Of_LongTable_BecomesPartsOfAPageUnderOneNumber(int rows, int notes, int[] expected)
    {
        string text = LatexTable.Of(
            new TextTable
            {
                Title = "All points",
                Headers = ["n", "records/s"],
                Rows = [.. Enumerable.Range(1, rows).Select(row => new[] { $"row {row}", "1" })],
                RightAligned = [false, true],
                Notes = [.. Enumerable.Range(1, notes).Select(note => $"note {note}")],
            },
            "t");

        string[] parts = text.Split(@"\begin{table}")[1..];
        parts.Select(part => part.Split("row ").Length - 1).ShouldBe(expected);
        parts.ShouldAllBe(part => part.Contains(@"\toprule") && part.Contains(@"\end{table}"));
        parts.Skip(1).ShouldAllBe(part => part.Contains(@"\addtocounter{table}{-1}") && part.Contains("All points (continued)"));
        text.Split(@"\label{tab:t}").Length.ShouldBe(2);
        parts[^1].Split("note ").Length.ShouldBe(notes + 1);
    }

    /// <summary>The findings of a study are sentences: in one line each, the verdict behind them stood beyond the page.</summary>
    [Fact]
    public void Of_WordsWiderThanAPage_AreBrokenIntoLines()
    {
        string text = LatexTable.Of(
            new TextTable
            {
                Title = "Findings",
                Headers = ["finding", "n"],
                Rows = [.. Enumerable.Range(1, 30).Select(_ => new[] { "row " + new string('x', 196), "1" })],
                RightAligned = [false, true],
                Notes = [],
            },
            "t");
        text.ShouldContain(@"\begin{tabular}{@{}p{0.95\linewidth}r@{}}");
        text.Split(@"\begin{table}")[1..].Select(part => part.Split("row ").Length - 1).ShouldBe([15, 15]);
    }

    /// <summary>The findings of study 1 have a reason each: a float would lose those beyond its page.</summary>
    [Fact]
    public void Of_ManyNotes_FollowTheTableAsText()
    {
        string text = LatexTable.Of(
            new TextTable
            {
                Title = "Findings",
                Headers = ["n"],
                Rows = [.. Enumerable.Range(1, 18).Select(row => new[] { $"row {row}" })],
                RightAligned = [false],
                Notes = [.. Enumerable.Range(1, 40).Select(note => $"note {note}")],
            },
            "t");
        string[] parts = text.Split(@"\end{table}");
        parts.Length.ShouldBe(2);
        parts[0].ShouldNotContain("note ");
        parts[1].ShouldStartWith("\n\\clearpage\n");
        parts[1].Split("note ").Length.ShouldBe(41);
    }

    /// <summary>Behind the end of a row, or a rule, LaTeX takes a bracket or an asterisk for an option of that command.</summary>
    [Fact]
    public void Of_CellsThatBeginLikeAnOption_StayText()
    {
        string text = LatexTable.Of(
            new TextTable
            {
                Title = "t",
                Headers = ["side", "n"],
                Rows = [["[1]", "1"], ["*", "2"]],
                RightAligned = [false, true],
                Notes = [],
            },
            "t");
        text.ShouldContain("\\midrule\n{[}1{]} & 1 \\\\\n{*} & 2 \\\\\n");
    }

    [Fact]
    public void Of_TextFromOutside_NeverBecomesACommand()
    {
        var table = new TextTable
        {
            Title = @"\input{secret} 50 % & more",
            Headers = ["a_b", "n"],
            Rows = [[@"x^2 ~ {y} $z$ #1 <i> ""q"" a--b" + "\n\u202E\u00FC", "1,234"]],
            RightAligned = [false, true],
            Notes = [@"\end{table}"],
        };
        string text = LatexTable.Of(table, "t");
        text.ShouldContain(@"\caption{\textbackslash{}input\{secret\} 50 \% \& more}");
        text.ShouldContain(@"a\_b & n \\");
        text.ShouldContain(@"x\textasciicircum{}2 \textasciitilde{} \{y\} \$z\$ \#1 \textless{}i\textgreater{} "
            + @"\textquotedbl{}q\textquotedbl{} a{-}{-}b ?ü & 1,234 \\");
        text.ShouldContain(@"\footnotesize \textbackslash{}end\{table\}");
        text.Split(@"\end{table}").Length.ShouldBe(2);
    }
}
