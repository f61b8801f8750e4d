using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Ways in, keys, and what the database cannot hold.</summary>
[Collection("voltdb")]
[Needs("voltdb")]
public sealed class VoltWriteTests(VoltFixture fixture)
{
    [Theory]
    [InlineData("way=load&rows=7&calls=1", 500)]
    [InlineData("way=load&rows=100&calls=8&index=key", 1000)]
    [InlineData("way=load&rows=100000", 1000)]
    [InlineData("way=insert", 1000)]
    [InlineData("way=insert&calls=1&index=key", 100)]
    public void Write_EachWay_IsStoredExactlyAndRecovered(string options, int batch)
    {
        var workload = Workload(9);
        var table = Trial.Table(workload, 3, 1000);
        using var target = new VoltDefinition().Open(fixture.Options(options));
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        using (var writer = target.OpenWriter(1))
        {
            writer.Recover(Trial.Batch(workload, 1, 900, 100)).ShouldBe(BatchFate.Stored);

            // Half of it is there: it is erased, and stored once when it is sent again.
            writer.Recover(Trial.Batch(workload, 1, 950, 100)).ShouldBe(BatchFate.Absent);
            writer.Write(Trial.Batch(workload, 1, 950, 50));
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>
    /// The audit gives its queries more time than the server's 10 s. That the server heeds a call's limit shows where it is
    /// shorter than the query takes.
    /// </summary>
    [Fact]
    public void Call_LimitOfItsQuery_ReplacesTheServers()
    {
        var workload = Workload(3);
        var table = Trial.Table(workload, 2, 2000);
        using var target = new VoltDefinition().Open(fixture.Options());
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 1000);
        using var connection = VoltConnection.Open(new() { Server = IPEndPoint.Parse(fixture.Endpoint) });
        VoltRequest Pairs(int limitMs) => new VoltRequest().Begin("@AdHoc", 1, limitMs: limitMs).Text(
            "SELECT COUNT(*) FROM dbingest_records a, dbingest_records b WHERE a.source = b.source").End();

        Should.Throw<VoltServerException>(() => connection.Call(Pairs(1))).Message.ShouldContain("timeout");
        connection.Call(Pairs(60_000)).Number().ShouldBe(2 * 2000 * 2000);
        target.Clean();
    }

    [Fact]
    public void Write_KeyThatIsThereInTheMiddle_IsInDoubtAndErasedWhole()
    {
        var workload = Workload(3);
        var table = Trial.Table(workload, 1, 100);
        using var target = new VoltDefinition().Open(fixture.Options("index=key&rows=10"));
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 55, 1));

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 100)));
        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, true));
        writer.Recover(Trial.Batch(workload, 0, 0, 100)).ShouldBe(BatchFate.Absent);
        writer.Write(Trial.Batch(workload, 0, 0, 100));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>It would come back as a missing one.</summary>
    [Theory]
    [InlineData(double.MinValue)]
    [InlineData(-1.7e308)]
    public void Write_ValueThatIsNullInTheDatabase_IsRefusedForGood(double value)
    {
        var workload = Workload(3);
        var table = Trial.Table(workload, 1, 100);
        using var target = new VoltDefinition().Open(fixture.Options("rows=10"));
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 100);
        batch.Column(1)[70] = value;

        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));
        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("-1.7e308");
        writer.Recover(batch, inDoubt: error.IsAmbiguous).ShouldBe(BatchFate.Absent);
        writer.Write(Trial.Batch(workload, 0, 0, 100));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [Fact]
    public void MeasureSpace_WithAndWithoutKey_CountsWhatTheServerCounts()
    {
        const int Records = 20_000;
        var workload = Workload(9);
        var table = Trial.Table(workload, 2, Records / 2);
        long[] index = [.. ((string[])["none", "key"]).Select(key =>
        {
            using var target = new VoltDefinition().Open(fixture.Options($"index={key}"));
            target.Prepare(table);
            var empty = target.MeasureSpace();
            Trial.WriteAll(target, workload, table, batch: 5000);
            target.Settle(CancellationToken.None);
            var space = target.MeasureSpace().Since(empty);
            target.Clean();

            // A byte of the row's own stands before its 4 + 8 + 8 + 4 + 9 * 8 of columns.
            (space.DataBytes / (double)Records).ShouldBeInRange(96, 110);
            space.FilesApparentBytes.ShouldBeNull();
            return space.IndexBytes;
        })];

        index[0].ShouldBe(0);
        index[1].ShouldBeGreaterThan(Records * 8);
    }

    private static PatternWorkload Workload(int values) => new(values, least: new VoltDefinition().LeastValue);
}
