using System.Globalization;
using DbIngest.Abstractions.Targets;

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
