using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>Shapes, keys, and the space of each.</summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jShapeTests(Neo4jFixture fixture)
{
    [Theory]
    [InlineData("shape=node&key=pair", 1000)]
    [InlineData("shape=node&key=id&rows=64", 500)]
    [InlineData("shape=node&key=pair&rows=1", 1000)]
    [InlineData("shape=relationship&key=id", 1000)]
    [InlineData("shape=relationship&key=pair&rows=100", 500)]
    public void Write_EachShapeAndKey_IsStoredExactlyAlsoTwice(string options, int batch)
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 3, 1000) with { IsKeyed = true };
        using var target = new Neo4jDefinition().Open(fixture.Options(options));
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        using (var writer = target.OpenWriter(1))
        {
            writer.Write(Trial.Batch(workload, 1, 900, 100));
            writer.Recover(Trial.Batch(workload, 1, 900, 100)).ShouldBe(BatchFate.Stored);
            writer.Recover(Trial.Batch(workload, 1, 950, 100)).ShouldBe(BatchFate.Absent);
            var single = (IRecordOperations)writer;
            single.Delete(1, 999);
            single.Update(Trial.Batch(workload, 1, 998, 1));
            writer.Write(Trial.Batch(workload, 1, 990, 10));
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>
    /// In a database that was made for it, the files say what the widths of the record format have them say. Takes long: a server
    /// of its own starts, and again for the reset.
    /// </summary>
    [Fact]
    public void MeasureSpace_FreshDatabase_IsThatOfTheFilesAndWhatIsCounted()
    {
        const int Records = 20_000;
        using var fresh = fixture.Own("reset=restart");
        using var counting = new Neo4jDefinition().Open(fixture.Options() with { Endpoint = fresh.AttachEndpoint });
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 2, Records / 2);
        fresh.Prepare(table);
        counting.Attach(table);
        var empty = (Files: fresh.MeasureSpace(), Counted: counting.MeasureSpace());

        Trial.WriteAll(fresh, workload, table, batch: 2000);
        fresh.Settle(CancellationToken.None);

        var files = fresh.MeasureSpace().Since(empty.Files);
        var counted = counting.MeasureSpace().Since(empty.Counted);
        files.IndexBytes.ShouldBeGreaterThan(Records * 8);
        files.LogBytes.ShouldBeGreaterThan(Records * 50);
        files.FilesApparentBytes!.Value.ShouldBeGreaterThan(files.StoredBytes);
        (counted.DataBytes / (double)files.DataBytes).ShouldBeInRange(0.9, 1.1);
        Trial.Audit(fresh, workload, table).Findings.ShouldBeEmpty();
        fresh.Clean();
    }

    [Fact]
    public void Settle_Own_WaitsForACheckpointThatTheLogTells()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 100);
        using var target = fixture.Own();
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);

        target.Settle(CancellationToken.None);
        target.Settle(CancellationToken.None);

        target.Describe().Settings["settled_by"].ShouldContain("checkpoint");
    }

    [Fact]
    public void Audit_DatabaseWithOthersNodes_CountsOurs()
    {
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 1, 50);
        using var target = new Neo4jDefinition().Open(fixture.Options("label=Ours"));
        using var others = new Neo4jDefinition().Open(fixture.Options("label=Theirs"));
        others.Prepare(table);
        Trial.WriteAll(others, workload, table, batch: 50);
        target.Prepare(table);
        target.Clean();

        Trial.Audit(others, workload, table).Findings.ShouldBeEmpty();
        others.Clean();
    }
}
