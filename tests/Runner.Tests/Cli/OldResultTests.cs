using System.Text.Json;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Results that version d2073d4 wrote stay readable. <c>tests/Runner.Tests/Results</c> holds folders of it: a whole sweep over
/// null and SQLite, one of a mix, one with the database that <c>--keep</c> left, and one that was killed. Version a7509e4b, the
/// last that stored operations as records, wrote one of a mix at a rate.
/// </summary>
public sealed class OldResultTests : IDisposable
{
    private const string Version = "d2073d4";

    /// <summary>The last version that stored the operations of a mix in the members of records.</summary>
    private const string OperationsAsRecords = "a7509e4b";

    private readonly CommandFolder _folder = new();

    public OldResultTests() => CopyResultsOf(Version);

    /// <summary>Copies a result: compare refuses a folder that is given twice, and names a copy.</summary>
    private string Twin(string folder)
    {
        _folder.Shell($"cp -r {folder} twin").ExitCode.ShouldBe(0);
        return "twin";
    }

    private void CopyResultsOf(string version)
    {
        string stored = Path.Combine(Repository.Root, "tests", "Runner.Tests", "Results", version);
        foreach (string file in Directory.EnumerateFiles(stored, "*", SearchOption.AllDirectories))
        {
            string copy = _folder.File(Path.GetRelativePath(stored, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy, overwrite: true);
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

    /// <summary>Their operations are read as operations: by trial, by source, by sample and of the rate.</summary>
    [Fact]
    public void Report_MixWithOperationsAsRecords_HasTheFiguresThatItHadAsOperations()
    {
        CopyResultsOf(OperationsAsRecords);
        string[] before = FiguresOf("mix");

        _folder.Expect(ExitCode.Done, "report", "mix");

        FiguresOf("mix").ShouldBe(before);
        using var summary = JsonDocument.Parse(File.ReadAllBytes(_folder.File(Path.Combine("mix", "summary.json"))));
        var point = summary.RootElement.GetProperty("points")[0];
        point.GetProperty("total_records").GetInt64().ShouldBe(2000);
        point.GetProperty("total_operations").GetInt64().ShouldBe(2000);
        point.GetProperty("throughput").GetProperty("unit").GetString().ShouldBe("operations");
        point.GetProperty("open_loop").GetProperty("offered_records_per_s").GetDouble().ShouldBe(2000, 1e-6);
        string[] csv = File.ReadAllLines(_folder.File(Path.Combine("mix", "samples.csv")));
        string[] names = csv[0].Split(',');
        int records = names.Length - Array.IndexOf(names, "acknowledged_records");
        int operations = names.Length - Array.IndexOf(names, "acknowledged_operations");
        foreach (string[] line in csv.Skip(1).Select(line => line.Split(',')))
        {
            // Counted from the end: the mix has commas within its quotes.
            line[^records].ShouldBeEmpty();
            line[^operations].ShouldNotBeEmpty();
        }
    }

    [Fact]
    public void Compare_MixWithOperationsAsRecordsWithItself_SpeaksOfOperations()
    {
        CopyResultsOf(OperationsAsRecords);

        string said = _folder.Expect(ExitCode.Done, "compare", "mix", Twin("mix")).Output;

        said.ShouldContain("A operations/s");
        said.ShouldContain("1.000");
    }

    [Fact]
    public void Compare_OldResultWithItself_FindsNoDifference()
    {
        var result = _folder.Expect(ExitCode.Done, "compare", "sweep", Twin("sweep"));
        result.Output.ShouldContain("1.000");
        result.Error.ShouldContain("sweep and twin hold the same run");
        _folder.Expect(ExitCode.Done, "compare", "--history", "sweep", "twin").Error
            .ShouldContain("sweep and twin hold the same run");
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
