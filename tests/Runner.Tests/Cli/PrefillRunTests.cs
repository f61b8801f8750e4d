using System.Text.Json;
using DbIngest.Core.Results;
using Microsoft.Data.Sqlite;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Trials into a table that already holds data, with SQLite, as a user asks for them.</summary>
public class PrefillRunTests
{
    private const int Sources = 3;

    private static readonly string[] Options =
    [
        "--db=sqlite", "--durability=normal", "--records=1000", "--batch=64", "--sources=1+2", "--in-flight=2", "--warmup=0",
        "--allow-busy", "--prefill=none,5k",
    ];

    /// <summary>Several processes, lanes, resuming and verifying agree on which records were there before.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_Prefill_IsAuditedResumedAndVerified()
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options = [.. Options, $"--endpoint={file}", "--work-folder", folder.Path, "--keep"];

        folder.Expect(ExitCode.Done, [.. options, "--trials=1"]);
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(4);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.AcknowledgedRecords == Sources * 1000);
        foreach (var trial in folder.Trials)
        {
            long before = trial.Point.Prefill?.Records ?? 0;
            trial.Audit!.StoredRecords.ShouldBe(before + (Sources * 1000));
            trial.Load?.Records.ShouldBe(before);
            (trial.Load is null).ShouldBe(before == 0);
            trial.Stalls.ShouldNotBeNull();
        }

        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json")));
        var points = summary.RootElement.GetProperty("points").EnumerateArray().ToList();
        double Bytes(JsonElement point) =>
            point.GetProperty("space").GetProperty("bytes_per_record").GetProperty("mean").GetDouble();
        Bytes(points[1]).ShouldBe(Bytes(points[0]), 0.25 * Bytes(points[0]), "space is divided by all stored records");
        points[1].GetProperty("load_s").GetProperty("n").GetInt32().ShouldBe(2);

        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--prefill=6k").Error.ShouldContain("--prefill");
    }

    /// <summary>
    /// A record that was there before the trial is lost, or altered, in the file itself. One process wrote it: the test above has
    /// several, and verifying reads the file either way.
    /// </summary>
    [Theory]
    [InlineData("delete from {0} where rowid = 1")]
    [InlineData("update {0} set quality = quality + 1 where rowid = 1")]
    public void Verify_PrefilledRecordSabotaged_IsFound(string sabotage)
    {
        using var folder = new CommandFolder();
        string file = Path.Combine(folder.Path, "kept.db");
        string[] options =
            [.. Options[..^1].Select(o => o.StartsWith("--sources", StringComparison.Ordinal) ? $"--sources={Sources}" : o)];
        folder.Expect(ExitCode.Done, [.. options, "--prefill=5k", "--trials=1", $"--endpoint={file}", "--work-folder",
            folder.Path, "--keep"]);
        folder.Expect(ExitCode.Done, "verify", folder.Result, $"--endpoint={file}");

        using (var connection = new SqliteConnection($"Data Source={file};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "select name from sqlite_master where type = 'table' limit 1";
            command.CommandText = sabotage.Replace("{0}", (string)command.ExecuteScalar()!, StringComparison.Ordinal);
            command.ExecuteNonQuery().ShouldBe(1);
        }

        folder.Expect(ExitCode.AuditFailed, "verify", folder.Result, $"--endpoint={file}");
    }

    [Fact]
    public void Plan_Prefill_CountsItsTimeAndSpace()
    {
        using var folder = new CommandFolder();
        double[] Needs(string prefill)
        {
            string json = folder.Expect(ExitCode.Done, "plan", "--db=sqlite", "--records=1000", "--sources=2", "--trials=1",
                "--warmup=0", $"--prefill={prefill}", "--json", "--work-folder", folder.Path).Output;
            using var plan = JsonDocument.Parse(json);
            return [.. new[] { "estimated_s", "disk_needed_bytes" }
                .Select(name => plan.RootElement.GetProperty(name).GetDouble())];
        }

        double[] none = Needs("none");
        double[] many = Needs("10M");
        many[0].ShouldBeGreaterThan(none[0] + 2);
        many[1].ShouldBeGreaterThan(none[1] + 5e8);
    }
}
