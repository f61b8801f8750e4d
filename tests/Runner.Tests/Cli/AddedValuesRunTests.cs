using System.Text.Json;
using DbIngest.Core.Results;
using Microsoft.Data.Sqlite;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Values that are added to the table of SQLite or a hybrid in the middle of a trial, as a user asks for them.</summary>
public class AddedValuesRunTests
{
    /// <summary>A rate makes the trial last, so that records come before and after the addition on any machine.</summary>
    private static readonly string[] Options =
    [
        "--db=sqlite", "--durability=normal", "--records=1M", "--duration=2.5", "--rate=4000", "--batch=50", "--sources=1+2",
        "--in-flight=2", "--warmup=0", "--trials=1", "--allow-busy", "--keep",
    ];

    /// <summary>Several processes, lanes, resuming and verifying agree on which records have the values.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_AddedValues_AreAuditedResumedVerifiedAndShown()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");

        var run = folder.Expect(ExitCode.Done, [.. Options, "--add-values=2@0.5s", $"--endpoint={file}"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(2);
        foreach (var trial in folder.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete);
            trial.Addition!.Values.ShouldBe(2);
            trial.Addition.BeganS!.Value.ShouldBeGreaterThanOrEqualTo(0.5);
            trial.Addition.TookS!.Value.ShouldBeGreaterThan(0);
            trial.Addition.Records.ShouldBeInRange(1, trial.AcknowledgedRecords - 1);
            trial.Sources.ShouldAllBe(source => source.WholeFrom > 0 && source.WholeFrom < source.ScheduledRecords);
        }

        Count(file, "added_2 IS NOT NULL").ShouldBe(folder.Trials[^1].Addition!.Records);
        run.Output.ShouldContain("Values added to the table");
        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("2 values added after 0.5 s: the database took");
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json")));
        summary.RootElement.GetProperty("points")[0].GetProperty("addition").GetProperty("happened").GetInt32().ShouldBe(2);

        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        Execute(file, "UPDATE dbingest_records SET added_1 = 21 WHERE rowid = 1");
        folder.Expect(ExitCode.AuditFailed, "verify", folder.Result, $"--endpoint={file}").ToString()
            .ShouldContain("the content differs");
    }

    /// <summary>Each process adds the values to the database of the records, which the audit joins with control data.</summary>
    [Fact]
    [Needs("postgres")]
    public void Run_AHybridInTwoProcesses_AddsValuesToItsRecordsAndIsResumed()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite+postgres", "--records=1M", "--duration=2.5", "--rate=4000", "--batch=50",
            "--sources=1+2", "--in-flight=2", "--warmup=0", "--trials=1", "--allow-busy", "--add-values=none,2@0.5s");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2", "--allow-busy");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        var added = folder.Trials.Where(trial => trial.Point.AddedValues is not null).ToList();
        added.Count.ShouldBe(2);
        added.ShouldAllBe(trial => trial.Addition!.Happened
            && trial.Addition.Records > 0 && trial.Addition.Records < trial.AcknowledgedRecords);
        added.SelectMany(trial => trial.Sources)
            .ShouldAllBe(source => source.WholeFrom > 0 && source.WholeFrom < source.ScheduledRecords);
    }

    /// <summary>Records of a prefill lack the values, and a trial that ends before they are due has none.</summary>
    [Fact]
    public void Run_EndsBeforeTheValuesAreDue_SaysSo()
    {
        using var folder = new CommandFolder();

        folder.Expect(ExitCode.Done, "--db=sqlite", "--durability=normal", "--records=500", "--sources=2", "--trials=1",
            "--warmup=0", "--allow-busy", "--prefill=1k", "--add-values=2@1h,none");

        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 2000);
        var addition = folder.Trials.Single(trial => trial.Point.AddedValues is not null).Addition!;
        (addition.BeganS, addition.TookS, addition.Records).ShouldBe((null, null, 0));
        File.ReadAllText(Path.Combine(folder.Result, "report.md"))
            .ShouldContain("no trial added them, as each ended before they were due");
    }

    [Fact]
    public void Run_InputWithAValueOfThatName_IsRefusedWithTheRemedy()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("meter.csv"),
            "time,power [W],added_2\n2026-01-01T00:00:00Z,1,2\n2026-01-01T00:00:01Z,3,4\n");
        folder.Expect(ExitCode.BadArguments, "--db=sqlite", "--input=meter.csv", "--sources=1",
            "--records=2", "--add-values=none,2@1s")
            .Error.ShouldContain("--add-values: the input has a value 'added_2' already; rename it.");
    }

    [Fact]
    public void Verify_WithoutTheResult_SaysThatItIsNeeded()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "x.db");
        Execute(file, "CREATE TABLE dbingest_records(source INTEGER)");
        folder.Expect(ExitCode.BadArguments, "verify", "--db=sqlite", $"--endpoint={file}",
            "--records=100", "--add-values=2@1s").Error.ShouldContain("give the result folder");
    }

    private static long Count(string file, string condition)
    {
        using var connection = Connect(file);
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT count(*) FROM dbingest_records WHERE " + condition;
        return (long)command.ExecuteScalar()!;
    }

    private static void Execute(string file, string sql)
    {
        using var connection = Connect(file);
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private static SqliteConnection Connect(string file)
    {
        var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        connection.Open();
        return connection;
    }
}
