using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>Batches of several writers in one insertion (<c>group=true</c>).</summary>
[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseGroupTests(ClickHouseFixture fixture)
{
    private const int Sources = 8;
    private const int Batches = 25;
    private const int Batch = 200;

    [Fact]
    public async Task Write_EightSources_MakesFewerInsertionsThanBatches()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, Sources, Batches * Batch);
        using var target = fixture.Open($"{fixture.Endpoint}?table=grouped&group=true");
        target.Prepare(table);
        long before = await Insertions();
        Trial.WriteAll(target, workload, table, Batch);

        (await Insertions() - before).ShouldBeInRange(Batches, Sources * Batches * 3 / 4);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Describe().Settings["insertions"].ShouldContain("all batches");
        target.Clean();
    }

    /// <summary>What the server refuses, it refuses for each batch of the insertion, and every writer is usable again.</summary>
    [Fact]
    public void Write_TableGone_FailsEachWriterAndLeavesItUsable()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, Sources, 2 * Batch);
        using var target = fixture.Open($"{fixture.Endpoint}?table=gone&group=true");
        target.Prepare(table);
        var writers = Enumerable.Range(0, Sources).Select(source => target.OpenWriter(source)).ToList();
        target.Clean();
        int failed = 0;
        Parallel.For(0, Sources, source =>
        {
            var failure = Should.Throw<BatchWriteException>(() => writers[source].Write(Trial.Batch(workload, source, 0, Batch)));
            writers[source].Recover(Trial.Batch(workload, source, 0, Batch), inDoubt: false).ShouldBe(BatchFate.Absent);
            Interlocked.Add(ref failed, failure.IsAmbiguous ? 0 : 1);
        });
        failed.ShouldBe(Sources);

        target.Prepare(table);
        Parallel.For(0, Sources, source => writers[source].Write(Trial.Batch(workload, source, 0, Batch)));
        Parallel.For(0, Sources, source => writers[source].Write(Trial.Batch(workload, source, Batch, Batch)));
        writers.ForEach(writer => writer.Dispose());
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>
    /// A writer that has sent batches of others without its own finds its session read-only once one of them has recovered. Its
    /// own batch was given up then.
    /// </summary>
    [Fact]
    public async Task Write_SessionThatTheRecoveryOfAnotherHasFenced_IsTriedAgainInANewOne()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, Batch);
        using var target = fixture.Open($"{fixture.Endpoint}?table=others&group=true");
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        string session = ((ClickHouseWriter)writer).Insertions.SentBy!;
        using (var client = new HttpClient())
        using (var fence = new StringContent("SET readonly = 1"))
        {
            using var answer = await client.PostAsync(
                new Uri($"{fixture.Endpoint}/?session_id={session}&session_check=1"), fence);
            answer.EnsureSuccessStatusCode();
        }

        var refusal = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, Batch)));

        (refusal.IsTransient, refusal.IsAmbiguous).ShouldBe((true, false));
        writer.Recover(Trial.Batch(workload, 0, 0, Batch), inDoubt: false).ShouldBe(BatchFate.Absent);
        writer.Write(Trial.Batch(workload, 0, 0, Batch));
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [Fact]
    public void Open_ByTheDriver_IsRefusedByName() =>
        Should.Throw<ArgumentException>(
            () => fixture.Open($"{fixture.Endpoint}?group=true", client: WriteClient.Driver).Dispose())
            .Message.ShouldContain("group=true is for --client wire");

    private async Task<long> Insertions()
    {
        using var client = new HttpClient();
        string answer = await client.GetStringAsync(
            new Uri($"{fixture.Endpoint}/?query=SELECT value FROM system.events WHERE event = 'InsertQuery'"));
        return answer.Length == 0 ? 0 : long.Parse(answer.Trim(), CultureInfo.InvariantCulture);
    }
}
