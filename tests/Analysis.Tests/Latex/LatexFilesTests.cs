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
