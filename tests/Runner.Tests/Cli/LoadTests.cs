using DbIngest.Core.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Rates, durations and mixes, as a user asks for them.</summary>
public class LoadTests
{
    [Fact]
    public void Run_Mix_InSeveralProcesses_IsAuditedAndVerified()
    {
        using var folder = new CommandFolder();
        string database = folder.File("kept.db");
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--mix=insert=10,read=30,update=40,delete=10,scan=10", "--records=1000", "--batch=20", "--sources=1+1",
            "--trials=2", "--warmup=1", "--keep", "--endpoint=" + database);

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Audit!.Passed && t.AcknowledgedRecords == 2000);
        folder.Trials[0].Operations!.Select(o => o.Kind).ShouldBe(
            [OperationKind.InsertBatch, OperationKind.Read, OperationKind.Update, OperationKind.Delete, OperationKind.Scan]);
        folder.Trials[0].LaneOperations.ShouldBe([1000, 1000]);
        folder.Expect(ExitCode.Done, "verify", folder.Result);

        using (var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={database}"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText =
                "UPDATE dbingest_records SET quality = quality + 256 WHERE rowid = (SELECT min(rowid) FROM dbingest_records)";
            command.ExecuteNonQuery().ShouldBe(1);
        }

        folder.Expect(ExitCode.AuditFailed, "verify", folder.Result);
    }

    [Fact]
    public void Run_DurationAndRate_InSeveralProcesses_IsAuditedReportedAndVerified()
    {
        using var folder = new CommandFolder();
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--duration=0.5s", "--rate=2k:poisson", "--batch=10", "--sources=1+1", "--trials=2", "--warmup=1",
            "--keep", "--endpoint=" + folder.File("kept.db"));

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Audit!.Passed && t.ElapsedS >= 0.5
            && t.AcknowledgedRecords > 0);
        folder.Trials.ShouldAllBe(t => t.OpenLoop!.Response!.Batches == t.Latency!.Batches);
        folder.Trials.ShouldAllBe(t => t.Point.RecordsPerSource == 1_000_000_000);
        folder.Expect(ExitCode.Done, "verify", folder.Result);
        string report = folder.Expect(ExitCode.Done, "report", folder.Result).Output;
        report.ShouldContain("At 2,000/s Poisson arriving");
        report.ShouldNotContain("1,000,000,000",
            customMessage: "the most records that a source could write are none that it was to");
    }

    [Theory]
    [InlineData("--db=null", "--mix=ycsb-a", "--records=2000", "--mix: null has no read or update of single records")]
    [InlineData("--db=sqlite", "--mix=ycsb-z", "--records=2000", "--mix: 'ycsb-z' is not a mix")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--in-flight=200", "--records: with --mix")]
    [InlineData("--db=sqlite", "--rate=fast", "--records=2000", "--rate: 'fast' is not a rate")]
    [InlineData("--db=sqlite", "--duration=soon", "--records=2000", "--duration: 'soon'")]
    public void Run_WhatCannotBe_IsRefused(string first, string second, string third, string message)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, first, second, third).Error.ShouldContain(message);
    }
}
