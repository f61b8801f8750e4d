using System.Text.Json;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Results that version d2073d4 wrote stay readable. <c>tests/Runner.Tests/Results</c> holds folders of it: a whole sweep over
/// null and SQLite, one of a mix, one with the database that <c>--keep</c> left, and one that was killed.
/// </summary>
public sealed class OldResultTests : IDisposable
{
    private const string Version = "d2073d4";

    private readonly CommandFolder _folder = new();

    public OldResultTests()
    {
        string stored = Path.Combine(Repository.Root, "tests", "Runner.Tests", "Results", Version);
        foreach (string file in Directory.EnumerateFiles(stored, "*", SearchOption.AllDirectories))
        {
            string copy = _folder.File(Path.GetRelativePath(stored, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Report_OldResult_HasTheFiguresThatItHad()
    {
        string[] before = FiguresOf("mix");
        before.Length.ShouldBe(1);
        _folder.Expect(ExitCode.Done, "report", "mix");
        FiguresOf("mix").ShouldBe(before);

        _folder.Expect(ExitCode.Done, "report", "sweep");
        FiguresOf("sweep").Length.ShouldBe(4);
    }

    [Fact]
    public void Compare_OldResultWithItself_FindsNoDifference()
    {
        var result = _folder.Expect(ExitCode.Done, "compare", "sweep", "sweep");
        result.Output.ShouldContain("1.000");
    }

    [Fact]
    public void Verify_OldResult_ReadsWhatItKept()
    {
        _folder.Expect(ExitCode.Done, "verify", "kept").Output.ShouldContain("passed");
    }

    /// <summary>
    /// A mix is verified by drawing its operations again: by another law they would be other ones, and the audit would fail.
    /// </summary>
    [Fact]
    public void Verify_OldMix_IsRefusedForTheLawThatDrewIt() => _folder.Expect(ExitCode.BadArguments, "verify", "mix").ToString()
        .ShouldContain("the law by which a mix draws its records is 2, and was 1");

    [Fact]
    public void Resume_OldResultThatIsFinished_MeasuresNothing() =>
        _folder.Expect(ExitCode.Done, "run", "--resume", "sweep").ToString().ShouldContain("nothing is left to measure");

    /// <summary>Figures of two versions are not pooled. All else is as it was: no option is named.</summary>
    [Fact]
    public void Resume_OldResultThatIsUnfinished_IsRefusedForItsVersionAlone()
    {
        string said = _folder.Expect(ExitCode.BadArguments, "run", "--resume", "interrupted").ToString();
        said.ShouldContain("this program's version is");
        said.ShouldContain($"was 1.0.0+{Version}");
        said.ShouldNotContain("--resume: --");
    }

    private string[] FiguresOf(string result)
    {
        using var summary = JsonDocument.Parse(File.ReadAllBytes(_folder.File(Path.Combine(result, "summary.json"))));
        return
        [
            .. summary.RootElement.GetProperty("points").EnumerateArray().Select(point =>
                $"{point.GetProperty("throughput").GetProperty("records_per_s")} {point.GetProperty("elapsed_s").GetRawText()}"),
        ];
    }
}
