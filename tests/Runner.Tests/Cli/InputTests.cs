using System.Globalization;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

public class InputTests
{
    [Fact]
    public void Run_Input_IsReplayedByAllSourcesAndRepeatsPastItsEnd()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("meter.csv"), Csv(rows: 500));
        string[] sweep =
            ["--input=meter.csv", "--records=300,2000", "--sources=4,2+1", "--batch=100", "--trials=2", "--db=sqlite"];
        folder.Expect(ExitCode.Done, sweep);

        folder.Trials.Count.ShouldBe(8);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Point.Values == 2);
        var manifest = ResultFolder.Open(folder.Result).ReadManifest();
        manifest.Configuration.Workload.ShouldContain("meter.csv");
        manifest.Configuration.WorkloadFacts["sha256"].Length.ShouldBe(64);

        File.AppendAllText(folder.File("meter.csv"), "2026-01-02T00:00:00Z,1,2\n");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result).Error.ShouldContain("the workload's sha256");
    }

    [Fact]
    public void Run_BadRow_StopsOrIsSkippedAsAsked()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("meter.csv"), Csv(rows: 50) + "2026-01-02T00:00:00Z,one,2\n");
        string[] sweep = ["--input=meter.csv", "--input-options=columns=power [W]+voltage [V]", "--records=100", "--sources=2",
            "--trials=2", "--db=null"];
        folder.Expect(ExitCode.BadArguments, sweep).Error.ShouldContain("meter.csv");
        folder.Expect(ExitCode.Done, ["--on-bad-row=skip", .. sweep]);
    }

    [Fact]
    public void Run_OtherNumberOfValuesThanTheInput_IsRefused()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("meter.csv"), Csv(rows: 50));
        folder.Expect(ExitCode.BadArguments, "--input=meter.csv", "--values=9").Error
            .ShouldContain("--values: the input has 2 values");
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [Needs("recordings")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    public void Run_HouseholdRecording_IsAuditedInTheDatabase(string database)
    {
        using var folder = new CommandFolder();
        string recording = Repository.Shared("data/equipment/timeseries/uci_household_2007H1.csv.zip");
        folder.Expect(ExitCode.Done, $"--db={database}", "--input", recording, "--records=40000", "--trials=1", "--warmup=0");
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.AcknowledgedRecords == 8 * 40_000);
    }

    private static string Csv(int rows) => "time,power [W],voltage [V]\n" + string.Concat(Enumerable.Range(0, rows).Select(i =>
        string.Create(CultureInfo.InvariantCulture,
            $"{DateTimeOffset.UnixEpoch.AddYears(56).AddSeconds(i):yyyy-MM-ddTHH:mm:ssZ},{i * 1.5},{230 + (i % 7)}\n")));
}
