using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>The faults with our own client, and those that only the server's side of a trial has to do with.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraFaultTests(CassandraFixture fixture) : FaultTests<CassandraDefinition>(fixture, "wire")
{
    [Fact]
    public void Run_AcknowledgedRecordsLost_IsInvalidAndSaysHowMany()
    {
        using var target = OpenOwn();

        var result = DisturbedTrial.Run(
            target,
            Records,
            () =>
            {
                Kill(target);
                foreach (string segment in Directory.GetFiles(Fixture.WorkFolder, "CommitLog-*.log", SearchOption.AllDirectories))
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

    /// <summary>Takes long: a node starts on a small disk, which trials fill.</summary>
    [Fact]
    public void Run_DiskFull_EndsTheNodeAndTheTrialIsIncomplete()
    {
        using var target = OpenOwn();

        // No file may grow beyond 8 MiB, as if the disk were full: the next segment of the commit log fails, and before any flush
        // of a table.
        var result = DisturbedTrial.Run(
            target,
            5 * Records,
            () =>
            {
                using var limit = Process.Start("prlimit", ["--pid", $"{target.ServerProcesses().Single()}", "--fsize=8388608"]);
                limit.WaitForExit();
                limit.ExitCode.ShouldBe(0);
            },
            Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
    }

    /// <summary>The target has no part in the node, so that no look whether it runs comes before the verb.</summary>
    [Theory]
    [InlineData(nameof(ITarget.Describe))]
    [InlineData(nameof(ITarget.MeasureSpace))]
    [InlineData(nameof(ITarget.Settle))]
    [InlineData(nameof(ITarget.Audit))]
    public void Verb_NodeSilentAndVerbCancelled_EndsWithoutTheNode(string verb)
    {
        var workload = new PatternWorkload(4);
        var table = Trial.Table(workload, 1, 100);
        using var target = Open();
        target.Prepare(table);
        Trial.Write(target, workload, [0], new SequenceRange(0, 100), batch: 100);
        int node;
        using (var own = OpenOwn())
        {
            node = own.ServerProcesses().Single();
        }

        using var cancellation = new CancellationTokenSource();
        DisturbedTrial.Signal("STOP", node);
        try
        {
            cancellation.CancelAfter(TimeSpan.FromMilliseconds(500));
            long started = Stopwatch.GetTimestamp();

            Should.Throw<OperationCanceledException>(() => TargetVerbs.Run(verb, target, table, cancellation.Token));

            // A request to the silent node takes 30 s until it is given up.
            Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromSeconds(20));
        }
        finally
        {
            DisturbedTrial.Signal("CONT", node);
        }
    }

    [Fact]
    [Needs("long")]
    public void Run_NodeSilentForGood_IsIncompleteAndTheNextTrialHasAnother()
    {
        using var target = OpenOwn(TimeSpan.FromSeconds(1));
        int node = target.ServerProcesses().Single();

        var result = DisturbedTrial.Run(target, Records, () => DisturbedTrial.Signal("STOP", node), Brief);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        IsWholeAgain(target);
        target.ServerProcesses().ShouldNotContain(node);
    }
}
