using System.Globalization;
using System.Text.Json;
using CsvHelper;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Output;

public class SummaryFilesTests
{
    private static readonly FakeSweep Sweep = new()
    {
        Records = [50_000, 100_000],
        Trials = 9,
        Trial = trial => trial.Point.RecordsPerSource == 100_000
            ? trial with { Status = TrialStatus.Incomplete, Error = "disk \"full\", 0 bytes left" }
            : trial,
    };

    [Fact]
    public void Of_FixedSweep_SummaryJsonIsLocked() => Repository.ShouldBeLocked(
        "summary.json", JsonSerializer.Serialize(Sweep.Summary, SummaryJson.Default.SweepSummary) + "\n");

    [Fact]
    public void Of_FixedSweep_SummaryCsvIsLocked() => Repository.ShouldBeLocked(
        "summary.csv", SummaryCsv.Of(Sweep.Summary).Replace("\r\n", "\n", StringComparison.Ordinal));

    [Fact]
    public void Of_FixedSweep_PlainTableIsLocked() =>
        Repository.ShouldBeLocked("table.txt", SummaryTable.Of(Sweep.Summary).ToPlainText());

    [Fact]
    public void Of_FixedSweep_MarkdownTableIsLocked() =>
        Repository.ShouldBeLocked("table.md", SummaryTable.Of(Sweep.Summary).ToMarkdown());

    [Fact]
    public void SummaryCsv_ReadByAnotherReader_HasEveryPointAndEmptyFiguresWhereMissing()
    {
        var rows = Read(SummaryCsv.Of(Sweep.Summary));
        rows.Count.ShouldBe(2);
        double.Parse(rows[0]["records_per_s"], CultureInfo.InvariantCulture)
            .ShouldBe(Sweep.Summary.Points[0].Throughput!.RecordsPerS);
        rows[1]["records_per_s"].ShouldBeEmpty();
        rows[1]["n"].ShouldBe("0");
        rows[1]["missing_reason"].ShouldContain("disk \"full\", 0 bytes left");
    }

    [Fact]
    public void SamplesCsv_ReadByAnotherReader_HasEverySampleAndItsRate()
    {
        var rows = Read(SamplesCsv.Of(Sweep.Summary));
        rows.Count.ShouldBe(2 * 9 * 2);
        var first = Sweep.Summary.Trials[0];
        rows[0]["at_s"].ShouldBe(first.Samples[0].AtS.ToString("R", CultureInfo.InvariantCulture));
        double.Parse(rows[1]["records_per_s"], CultureInfo.InvariantCulture)
            .ShouldBe(first.RecordsPerS, 1e-6 * first.RecordsPerS);
        rows[1]["server_cpu_s"].ShouldBeEmpty();
        rows.ShouldContain(row => row["warm_up"] == "true" && row["status"] == "incomplete");
    }

    [Fact]
    public void Write_Folder_HasTheThreeFilesAndNothingTemporary()
    {
        using var folder = new TemporaryFolder();
        SummaryFiles.Write(folder.Path, new FakeSweep { Trials = 5 }.Summary);
        SummaryFiles.Write(folder.Path, Sweep.Summary);
        Directory.GetFiles(folder.Path).Select(Path.GetFileName).Order()
            .ShouldBe(["samples.csv", "summary.csv", "summary.json"]);
        var back = JsonSerializer.Deserialize(
            File.ReadAllText(Path.Combine(folder.Path, "summary.json")), SummaryJson.Default.SweepSummary)!;
        back.Points[0].Throughput.ShouldBe(Sweep.Summary.Points[0].Throughput);
        back.Schema.ShouldBe(SweepSummary.CurrentSchema);
    }

    [Fact]
    public void Write_TrialsWithoutTimeOrCountedRecords_HaveMissingValues()
    {
        using var folder = new TemporaryFolder();
        var odd = new FakeSweep
        {
            Trial = trial => trial.Trial == 13
                ? trial with { Status = TrialStatus.Incomplete, ElapsedS = 0, RecordsPerS = double.NaN }
                : trial with { RetriedRecords = trial.AcknowledgedRecords, RecordsPerS = 0 },
        };
        SummaryFiles.Write(folder.Path, odd.Summary);
        var point = odd.Summary.Points[0];
        point.Throughput!.RecordsPerS.ShouldBe(0);
        point.Calibration!.Factor.ShouldBeNull();
        point.Runs[^1].RecordsPerS.ShouldBeNull();
        SummaryTable.Of(odd.Summary).ToPlainText().ShouldNotContain("NaN");
    }

    [Fact]
    public void Write_PathThatCannotBeReplaced_LeavesTheOthersWhole()
    {
        using var folder = new TemporaryFolder();
        SummaryFiles.Write(folder.Path, Sweep.Summary);
        string json = File.ReadAllText(Path.Combine(folder.Path, "summary.json"));
        File.Delete(Path.Combine(folder.Path, "summary.csv"));
        Directory.CreateDirectory(Path.Combine(folder.Path, "summary.csv", "in the way"));
        Should.Throw<Exception>(() => SummaryFiles.Write(folder.Path, Sweep.Summary))
            .ShouldBeAssignableTo<SystemException>();
        File.ReadAllText(Path.Combine(folder.Path, "summary.json")).ShouldBe(json);
    }

    [Fact]
    public void Of_Table_HasACellForEveryHeadInEveryRow()
    {
        var table = SummaryTable.Of(Sweep.Summary);
        table.Rows.Count.ShouldBe(2);
        table.Rows.ShouldAllBe(row => row.Count == table.Headers.Count);
        table.RightAligned.Count.ShouldBe(table.Headers.Count);
        foreach (string label in Sweep.Summary.Points.SelectMany(point => point.Labels).Concat(Sweep.Summary.Labels))
        {
            table.Notes.ShouldContain(note => note.Contains("Rule ", StringComparison.Ordinal));
            table.ToPlainText().ShouldContain(label);
        }
    }

    private static List<Dictionary<string, string>> Read(string text)
    {
        text.ShouldEndWith("\r\n");
        using var reader = CsvReader.FromText(text);
        var rows = new List<Dictionary<string, string>>();
        while (reader.Read())
        {
            rows.Add(reader.Headers.ToDictionary(name => name, name => reader.GetString(name)));
        }

        return rows;
    }
}
