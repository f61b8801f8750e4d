using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Sources that write through connections that they share.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraSharedConnectionsTests(CassandraFixture fixture) : NodeTests<CassandraDefinition>(fixture, "wire")
{
    private const int Sources = 5;
    private const int Records = 1500;

    [Theory]
    [InlineData("connections=1&shape=single&window=64")]
    [InlineData("connections=2&shape=single&window=3")]
    [InlineData("connections=1&window=5&rows=17&bucket=100")]
    [InlineData("connections=8")]
    public void Write_SourcesAtOnce_IsStoredExactly(string options)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, Sources, Records);
        using var target = Open(options);
        target.Prepare(table);

        // Twice: the connections are closed with the last writer, and opened again.
        WriteAtOnce(target, workload, 0);
        WriteAtOnce(target, workload, Records / 2);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Write_TableAltered_PreparesAgainForAll()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, Sources, Records);
        using var target = Open("connections=1&shape=single&window=32");
        target.Prepare(table);
        using var keeper = target.OpenWriter(0);
        WriteAtOnce(target, workload, 0);
        using (var connection = Fixture.Connect())
        {
            connection.Query("ALTER TABLE dbingest.records ADD \"Later\" int");
        }

        WriteAtOnce(target, workload, Records / 2);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Write_TableDropped_EverySourceIsToldAndNoneWaitsForEver()
    {
        var workload = new PatternWorkload(3);
        using var target = Open("connections=1&shape=single&window=32");
        target.Prepare(Trial.Table(workload, Sources, Records));
        var writers = Enumerable.Range(0, Sources).Select(s => target.OpenWriter(s)).ToArray();
        target.Clean();

        var errors = AtOnce(source =>
            Should.Throw<BatchWriteException>(() => writers[source].Write(Trial.Batch(workload, source, 0, Records))));

        errors.ShouldAllBe(error => !error.IsTransient);
        Array.ForEach(writers, writer => writer.Dispose());
    }

    [Fact]
    public void Write_TooFewReplicas_EverySourceIsTold()
    {
        var workload = new PatternWorkload(3);
        using var target = Open(Fixture.Options("connections=1&shape=single&window=32") with { Durability = "quorum-periodic" });
        target.Prepare(Trial.Table(workload, Sources, Records));
        var writers = Enumerable.Range(0, Sources).Select(s => target.OpenWriter(s)).ToArray();
        Fixture.WantThreeCopies();

        var errors = AtOnce(source =>
            Should.Throw<BatchWriteException>(() => writers[source].Write(Trial.Batch(workload, source, 0, Records))));

        errors.ShouldAllBe(error => error.IsTransient && !error.IsAmbiguous);
        Array.ForEach(writers, writer => writer.Dispose());
    }

    [Fact]
    public void Recover_WhileOthersWrite_TellsWhatIsStored()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 2, Records);
        using var target = Open("connections=1&bucket=400");
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        using var other = target.OpenWriter(1);
        writer.Write(Trial.Batch(workload, 0, 0, 700));
        var whole = Trial.Batch(workload, 0, 0, Records);

        var fates = AtOnce(
            2,
            source =>
            {
                if (source == 1)
                {
                    other.Write(Trial.Batch(workload, 1, 0, Records));
                    return other.Recover(Trial.Batch(workload, 1, 0, Records));
                }

                return writer.Recover(whole);
            });
        fates.ShouldBe([BatchFate.Absent, BatchFate.Stored]);
        writer.Write(whole);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Run_NodeKilled_NoSourceWaitsForEver()
    {
        var options = Fixture.PrivateNode();
        using var target = Open(options with { Endpoint = options.Endpoint + "&connections=1&shape=single&window=64" });

        var result = DisturbedTrial.Run(
            target,
            4 * Records,
            () => DisturbedTrial.Signal("KILL", target.ServerProcesses().Single()),
            new RetryOptions(2, TimeSpan.FromMilliseconds(300)));

        result.ShouldHaveNoFigureAndBeAccountedFor();
    }

    private static void WriteAtOnce(ITarget target, PatternWorkload workload, int first) =>
        Trial.Write(target, workload, Enumerable.Range(0, Sources), new SequenceRange(first, Records / 2), batch: 150);

    private static T[] AtOnce<T>(Func<int, T> action) => AtOnce(Sources, action);

    /// <summary>Threads that surely run at once, which those of a pool do not.</summary>
    private static T[] AtOnce<T>(int count, Func<int, T> action)
    {
        var tasks = Enumerable.Range(0, count)
            .Select(i => Task.Factory.StartNew(() => action(i), CancellationToken.None, TaskCreationOptions.LongRunning,
                TaskScheduler.Default)).ToArray();
        Task.WaitAll(tasks, TimeSpan.FromMinutes(1)).ShouldBeTrue("a writer waits for ever");
        return [.. tasks.Select(task => task.Result)];
    }
}
