namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>What a table looks like when a trial measures its space.</summary>
[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseSettleTests(ClickHouseFixture fixture)
{
    private const int Sources = 8;
    private const int Batches = 40;
    private const int Batch = 50;

    /// <summary>OPTIMIZE did nothing while the server merged the last batches, and the space was that of several parts.</summary>
    [Fact]
    public void Settle_OptimizeRightBehindManyBatches_LeavesOnePart()
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, Sources, Batches * Batch);
        using var target = fixture.Open($"{fixture.Endpoint}?table=merged&settle=optimize");
        for (int trial = 0; trial < 3; trial++)
        {
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, Batch);

            target.Settle(CancellationToken.None);

            target.Describe().Settings["parts"].ShouldBe("1");
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [Fact]
    public void Settle_OptimizeOfAnEmptyTable_Ends()
    {
        using var target = fixture.Open($"{fixture.Endpoint}?table=unfilled&settle=optimize");
        target.Prepare(Trial.Table(new PatternWorkload(3), 1, 1));

        target.Settle(CancellationToken.None);

        target.Describe().Settings["parts"].ShouldBe("0");
        target.Clean();
    }
}
