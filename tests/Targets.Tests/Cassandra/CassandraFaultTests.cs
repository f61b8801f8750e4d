using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Misfortunes of a single node in the middle of a trial: no false figure, a labelled result, and the next trial goes on.</summary>
[Collection("cassandra")]
public sealed class CassandraFaultTests(CassandraFixture fixture)
{
    private const int Records = 20_000;

    // A second until a batch is given up: a node takes longer to come back, and is not restarted before the trial's end.
    private static readonly RetryOptions Brief = new(2, TimeSpan.FromMilliseconds(300));

    /// <summary>With a periodic commit log the last 100 ms may be lost: then the audit must have noticed. With a synced one, see the node of our own.</summary>
    [SkippableFact]
    public void Run_NodeKilled_HasNoFigureAndIsAccountedFor()
    {
        using var target = fixture.OpenOwn();

        var result = DisturbedTrial.Run(target, Records, () => Kill(target), Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Audit!.MissingRecords.ShouldBeLessThan(result.AcknowledgedRecords);
        IsWholeAgain(target);
    }

    [SkippableFact]
    public void Run_AcknowledgedRecordsLost_IsInvalidAndSaysHowMany()
    {
        using var target = fixture.OpenOwn();

        var result = DisturbedTrial.Run(
            target,
            Records,
            () =>
            {
                Kill(target);
                foreach (string segment in Directory.GetFiles(fixture.WorkFolder, "CommitLog-*.log", SearchOption.AllDirectories))
                {
                    File.Delete(segment);
                }
            },
            Brief);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.MissingRecords.ShouldBeGreaterThan(0);
        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
    }

    [SkippableFact]
    public void Run_DiskFull_EndsTheNodeAndTheTrialIsIncomplete()
    {
        using var target = fixture.OpenOwn();

        // No file may grow beyond 1 MiB, as if the disk were full: a new segment of the commit log fails.
        var result = DisturbedTrial.Run(
            target,
            5 * Records,
            () =>
            {
                using var limit = Process.Start("prlimit", ["--pid", $"{target.ServerProcesses().Single()}", "--fsize=1048576"]);
                limit.WaitForExit();
                limit.ExitCode.ShouldBe(0);
            },
            Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
    }

    [SkippableTheory]
    [InlineData("DROP TABLE dbingest.records")]
    [InlineData("DROP KEYSPACE dbingest")]
    public void Run_SchemaDropped_IsIncomplete(string statement)
    {
        using var target = fixture.OpenOwn();

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            using var connection = fixture.Connect();
            connection.Query(statement);
        });

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull();
        IsWholeAgain(target);
    }

    [SkippableFact]
    public void Run_NodePaused_GoesOnWhenItIsBack()
    {
        using var target = fixture.OpenOwn();
        int node = target.ServerProcesses().Single();

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            DisturbedTrial.Signal("STOP", node);
            Thread.Sleep(TimeSpan.FromSeconds(4));
            DisturbedTrial.Signal("CONT", node);
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.ElapsedS.ShouldBeGreaterThan(3);
        result.Latency!.MaxUs.ShouldBeGreaterThan(3e6);
    }

    [SkippableFact]
    public void Run_NodeSilentForGood_IsIncompleteAndTheNextTrialHasAnother()
    {
        Skip.If(Environment.GetEnvironmentVariable("DBINGEST_LONG_TESTS") != "true", "Its time-outs take minutes: it runs where DBINGEST_LONG_TESTS=true.");
        using var target = fixture.OpenOwn(TimeSpan.FromSeconds(1));
        int node = target.ServerProcesses().Single();

        var result = DisturbedTrial.Run(target, Records, () => DisturbedTrial.Signal("STOP", node), Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
        target.ServerProcesses().ShouldNotContain(node);
    }

    private static void Kill(ITarget target) => DisturbedTrial.Signal("KILL", target.ServerProcesses().Single());

    private static void IsWholeAgain(ITarget target)
    {
        var next = DisturbedTrial.Run(target, 1000, static () => { });
        next.Status.ShouldBe(TrialStatus.Complete, next.Error);
        next.Retries.ShouldBe(0);
    }
}
