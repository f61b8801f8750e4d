using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

public class SourcesTests
{
    [Theory]
    [InlineData("xml", "meter.xml")]
    [InlineData("sqlite", "meter.db")]
    [InlineData("csv", "meter.csv")]
    [InlineData("comtrade-binary", "meter.cff")]
    public void ExportInspectRun_AnyFormat_SameRecordsAudited(string format, string file)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "sources", "export", file, "--format", format, "--records=3000", "--values=3", "--seed=0x7")
            .Output.ShouldStartWith($"{file}: 3000 records of 3 values, {format}, ");
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "sources", "inspect", file, "--json").Output);
        var report = json.RootElement;
        report.GetProperty("format").GetString().ShouldBe(format.Split('-')[0]);
        report.GetProperty("rows").GetInt64().ShouldBe(3000);
        report.GetProperty("median_interval_s").GetDouble().ShouldBe(1);
        var value = report.GetProperty("values")[0];
        (value.GetProperty("name").GetString(), value.GetProperty("unit").GetString(), value.GetProperty("missing").GetInt64())
            .ShouldBe(("voltage_l1", "V", 0));
        folder.Expect(ExitCode.Done, "sources", "inspect", file).Output.ShouldContain("voltage_l3");

        folder.Expect(ExitCode.Done, "--db=sqlite", $"--input={file}", "--records=1500", "--sources=2", "--trials=2");
        folder.Trials.ShouldAllBe(t => t.AcknowledgedRecords == 3000 && t.Audit!.Passed);
        ResultFolder.Open(folder.Result).ReadManifest().Targets.Single().Settings["connection_mutex"]
            .ShouldBe("none", "whether SQLite has read the input before or not");
    }

    [Fact]
    public void Inspect_BadRow_NamesItOrCountsIt()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("a.csv"),
            "time,u\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,x\n2026-01-01T00:00:02Z,2\n");
        folder.Expect(ExitCode.BadArguments, "sources", "inspect", "a.csv", "--input-options=columns=u").Error
            .ShouldContain("a.csv, line 3");
        folder.Expect(ExitCode.Done, "sources", "inspect", "a.csv", "--input-options=columns=u", "--on-bad-row=skip")
            .Output.ShouldContain("csv_bad_rows: 1 skipped: a.csv, line 3");
        folder.Expect(ExitCode.Done, "--db=null", "--input=a.csv", "--input-options=columns=u", "--on-bad-row=skip",
            "--records=2", "--sources=1", "--trials=2")
            .Error.ShouldContain("1 skipped: a.csv, line 3");
    }

    /// <summary>JSON has no infinity: the whole report had been refused.</summary>
    [Fact]
    public void Inspect_SumBeyondADouble_IsNullAndTheRestIsReported()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("a.csv"), "time,u\n2026-01-01T00:00:00Z,1.7E+308\n2026-01-01T00:00:01Z,1.6E+308\n");
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "sources", "inspect", "a.csv", "--json",
            "--input-options=columns=u").Output);
        var value = json.RootElement.GetProperty("values")[0];
        value.GetProperty("sum").ValueKind.ShouldBe(JsonValueKind.Null);
        value.GetProperty("max").GetDouble().ShouldBe(1.7E+308);
    }

    [Fact]
    public void Export_OfAnInput_SaysWhatWasLeftOutAndHoldsItsRecords()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("a.csv"),
            "time,u,note\n2026-01-01T00:00:00Z,1,a\n2026-01-01T00:00:01Z,--,b\n2026-01-01T00:00:02Z,rubbish\n2026-01-01T00:00:03Z,2,c\n");
        var done = folder.Expect(ExitCode.Done, "sources", "export", "b.xml", "--format=xml", "--input=a.csv",
            "--on-bad-row=skip", "--input-options=columns=u");
        done.Output.ShouldStartWith("b.xml: 3 records of 1 values, xml, ");
        done.Error.ShouldContain("malformed rows: 1 skipped: a.csv, line 4");
        done.Error.ShouldContain("taken for missing values: '--'");
        using var json = JsonDocument.Parse(folder.Expect(ExitCode.Done, "sources", "inspect", "b.xml", "--json").Output);
        var value = json.RootElement.GetProperty("values")[0];
        (value.GetProperty("count").GetInt64(), value.GetProperty("missing").GetInt64(), value.GetProperty("sum").GetDouble())
            .ShouldBe((2, 1, 3));
    }

    /// <summary>The length of the link had been stated.</summary>
    [Fact]
    [Needs("linux")]
    public void Export_ThroughALink_StatesTheBytesOfTheFile()
    {
        using var folder = new CommandFolder();
        string file = folder.File("a.csv");
        File.CreateSymbolicLink(folder.File("link.csv"), file);
        folder.Expect(ExitCode.Done, "sources", "export", "link.csv", "--force", "--format=csv", "--records=2").Output
            .ShouldContain(FormattableString.Invariant($" {new FileInfo(file).Length} bytes"));
    }

    [Theory]
    [InlineData("csv", "a.csv", "a.csv")]
    [InlineData("comtrade", "a.cfg", "a.dat")]
    public void Export_FileThatExists_IsReplacedByForceOnly(string format, string file, string there)
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File(there), "a recording");
        File.WriteAllText(folder.File("b.csv"), "time,u\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,2\n");
        string[] export = ["sources", "export", file, $"--format={format}", "--records=2"];
        folder.Expect(ExitCode.BadArguments, export).Error.ShouldContain($"{there} exists already");
        folder.Expect(ExitCode.BadArguments, [.. export, "--input=b.csv"]).Error.ShouldContain($"{there} exists already");
        File.ReadAllText(folder.File(there)).ShouldBe("a recording");
        folder.Expect(ExitCode.Done, [.. export, "--force"]);
        File.ReadAllText(folder.File(there)).ShouldNotBe("a recording");
    }

    [Theory]
    [InlineData("say what to do", "sources")]
    [InlineData("say what to do", "sources", "look", "a.csv")]
    [InlineData("'b.csv' is a second path", "sources", "inspect", "a.csv", "b.csv")]
    [InlineData("--format: must be given", "sources", "export", "a.csv")]
    [InlineData("--format: 'json' is not known", "sources", "export", "a.csv", "--format=json")]
    [InlineData("it belongs to 'sources inspect'", "sources", "export", "a.csv", "--format=csv", "--json")]
    [InlineData("with --input", "sources", "export", "a.csv", "--format=csv", "--on-bad-row=skip")]
    [InlineData("they describe synthetic data", "sources", "export", "a.csv", "--format=csv", "--input=b.csv", "--seed=1")]
    [InlineData("the input cannot be opened", "sources", "export", "a.csv", "--format=csv", "--input=b.csv")]
    [InlineData("they belong to 'sources export'", "sources", "inspect", "a.csv", "--records=5")]
    [InlineData("--force: it belongs to 'sources export'", "sources", "inspect", "a.csv", "--force")]
    [InlineData("--records: '0'", "sources", "export", "a.csv", "--format=csv", "--records=0")]
    [InlineData("the input cannot be opened", "sources", "inspect", "nothing.csv")]
    [InlineData(".cff", "sources", "export", "a.csv", "--format=comtrade")]
    [InlineData("there is no folder", "sources", "export", "no/such/folder/a.csv", "--format=csv")]
    public void Sources_BadArguments_SayWhatIsWrong(string fault, params string[] arguments)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, arguments).Error.ShouldContain(fault);
        Directory.GetFileSystemEntries(folder.Path).ShouldBeEmpty();
    }
}
