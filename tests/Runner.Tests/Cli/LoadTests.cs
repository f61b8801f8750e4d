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
            "--db=sqlite", "--durability=normal",
            "--mix=insert=10,read=30,update=40,delete=10,scan=10", "--records=1000", "--batch=20", "--sources=1+1",
            "--trials=2", "--warmup=1", "--keep", "--endpoint=" + database);

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Audit!.Passed
            && t.AcknowledgedOperations == 2000 && t.Load!.Records == 2000);
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

    /// <summary>The result counts them and does not say of which records they are.</summary>
    [Fact]
    public void Verify_UpdatesThatMayStillReplaceLaterOnes_SaysThatItCannotKnow()
    {
        using var folder = new CommandFolder();
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--durability=normal", "--mix=read=50,update=50", "--records=1000", "--batch=20", "--sources=1",
            "--trials=1", "--warmup=0", "--keep", "--endpoint=" + folder.File("kept.db"));
        var last = folder.Trials[^1];
        last.LastingUpdates.ShouldBeNull();
        using (var journal = Journal.Open(Path.Combine(folder.Result, "trials.jsonl")))
        {
            journal.Append(last with { LastingUpdates = 3 });
        }

        folder.Expect(ExitCode.BadArguments, "verify", folder.Result).Error
            .ShouldContain("of 3 updates of the last trial an earlier attempt may have arrived after a later update");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_SharedKeys_InSeveralProcesses_AreAuditedByTimesAndVerifiedByMembership()
    {
        using var folder = new CommandFolder();
        string database = folder.File("kept.db");
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--durability=normal",
            "--mix=read=50,update=50,keys=zipfian:shared", "--records=500", "--batch=20", "--sources=1+2",
            "--in-flight=2", "--trials=2", "--warmup=1", "--keep", "--endpoint=" + database);

        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.AcknowledgedOperations == 1500);
        var shared = folder.Trials[^1].Audit!.Shared!;
        shared.IsMembershipOnly.ShouldBeFalse();
        shared.WrittenRecords.ShouldBeGreaterThan(100);
        shared.WatchedOperations.ShouldBeGreaterThan(1000);
        var verified = folder.Expect(ExitCode.Done, "verify", folder.Result);
        (verified.Output + verified.Error).ShouldContain("not which lane wrote last");

        using (var connection = new Microsoft.Data.Sqlite.SqliteConnection($"Data Source={database}"))
        {
            connection.Open();
            using var command = connection.CreateCommand();

            // A version that a lane has not written, or not last.
            command.CommandText = "UPDATE dbingest_records SET quality = 256 * 77 WHERE rowid = (SELECT min(rowid) FROM "
                + "dbingest_records)";
            command.ExecuteNonQuery().ShouldBe(1);
        }

        folder.Expect(ExitCode.AuditFailed, "verify", folder.Result);
    }

    [Fact]
    public void Run_ConditionalIncrements_InSeveralProcesses_LoseNone()
    {
        using var folder = new CommandFolder();
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--durability=normal",
            "--mix=read=20,rmw=80,keys=zipfian:shared", "--records=300", "--sources=1+1", "--in-flight=2",
            "--trials=2", "--warmup=1", "--endpoint=" + folder.File("kept.db"), "--keep");

        folder.Trials.ShouldAllBe(t => t.Audit!.Shared!.LostUpdates == 0 && t.Audit.Shared.Increments > 300);
        folder.Expect(ExitCode.Done, "verify", folder.Result);
    }

    [Fact]
    [Trait("Suite", "Slow")]
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

    /// <summary>The null target answers reads, also where load and mix are tasks of several processes.</summary>
    [Theory]
    [InlineData("2", "insert=10,read=30,update=40,delete=10,scan=10")]
    [InlineData("1+1", "insert=10,read=30,update=40,delete=10,scan=10")]
    [InlineData("2", "read=50,update=50,keys=zipfian:shared")]
    public void Run_MixIntoTheNullTarget_IsAudited(string sources, string mix)
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(
            ExitCode.Done,
            "--db=null", "--mix=" + mix, "--records=1000", "--operations=300", "--batch=20", "--sources=" + sources,
            "--in-flight=2", "--trials=2", "--warmup=1");

        result.Error.ReplaceLineEndings(" ").ShouldContain("1,200 operations, order ");
        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.Audit!.Passed
            && t.AcknowledgedOperations == 600 && t.Load!.Records == 2000);
    }

    [Fact]
    public void Run_Mixes_HaveACeilingEachAndReadsShareALoad()
    {
        using var folder = new CommandFolder();
        folder.Expect(
            ExitCode.Done,
            "--db=sqlite", "--durability=normal",
            "--mix=read=1;read=1,update=1", "--records=1000", "--batch=20", "--sources=1", "--trials=2",
            "--warmup=1", "--order=rising");

        var ceilings = Journal.Read(Path.Combine(folder.Result, "trials.jsonl")).OfType<CalibrationResult>().ToList();
        ceilings.Count.ShouldBe(2);
        ceilings.ShouldAllBe(ceiling => ceiling.OperationsPerS > 0 && ceiling.RunsOperationsPerS!.Count > 0);
        folder.Trials.Select(trial => trial.Load!.Position).ShouldBe([0, 0, 0, 3]);
    }

    [Theory]
    [InlineData("--db=null", "--operations=5", "--records=2000", "--operations: only a mix has operations")]
    [InlineData("--db=sqlite", "--mix=ycsb-z", "--records=2000", "--mix: 'ycsb-z' is not a mix")]
    [InlineData("--db=sqlite", "--mix=read=1,delete=1,keys=ycsb:shared", "--records=2000", "leave delete out")]
    [InlineData("--db=sqlite", "--mix=update=1,keys=latest:shared", "--records=2000", "keys=latest is for reads")]
    [InlineData("--db=sqlite", "--mix=ycsb-a", "--in-flight=200", "--records: a mix gives")]
    [InlineData("--db=null", "--mix=read=1,keys=ycsb:shared", "--sources=1+1", "processes cannot share keys")]
    [InlineData("--db=sqlite", "--rate=fast", "--records=2000", "--rate: 'fast' is not a rate")]
    [InlineData("--db=sqlite", "--rate=none,1k", "--records=2000", "as fast as the database takes them, leave --rate out, in a")]
    [InlineData("--db=sqlite", "--duration=soon", "--records=2000", "--duration: 'soon'")]
    public void Run_WhatCannotBe_IsRefused(string first, string second, string third, string message)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, first, second, third).Error.ShouldContain(message);
    }
}
