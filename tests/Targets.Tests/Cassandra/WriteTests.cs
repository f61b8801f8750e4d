using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Writing by either client: the shapes of requests, and what becomes of failures.</summary>
[Needs("cassandra")]
public abstract class WriteTests<TDefinition>(CassandraFixture fixture, string client) : NodeTests<TDefinition>(fixture, client)
    where TDefinition : TargetDefinition, new()
{
    private readonly PatternWorkload _workload = new(4);

    [Theory]
    [InlineData("shape=single&window=64")]
    [InlineData("shape=single&window=1")]
    [InlineData("protocol=4&window=5&rows=17")]
    [InlineData("rows=10000&bucket=1000000")]
    [InlineData("bucket=1")]
    public void Write_AnyShape_IsStoredExactly(string options) => IsStoredExactly(options);

    [Fact]
    public void Write_MissingValues_LeaveNoCell()
    {
        using var target = Filled(string.Empty, out _, out _);
        using var connection = Fixture.Connect();

        connection.Query("SELECT value_0 FROM dbingest.records").ShouldContain(r => !r.Has("value_0"));
    }

    [Theory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TableAltered_PreparesAgain(string options)
    {
        var table = Trial.Table(_workload, 1, 2000);
        using var target = Open(options);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 1000));
        using (var connection = Fixture.Connect())
        {
            connection.Query("ALTER TABLE dbingest.records ADD \"Later\" int");
        }

        writer.Write(Trial.Batch(_workload, 0, 1000, 1000));

        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TableDropped_IsNotTransient(string options)
    {
        using var target = Open(options);
        target.Prepare(Trial.Table(_workload, 1, 1000));
        using var writer = target.OpenWriter(0);
        target.Clean();

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(_workload, 0, 0, 1000)));

        error.IsTransient.ShouldBeFalse(error.Message);
    }

    [Theory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TooFewReplicas_FailsWithoutDoubt(string options)
    {
        using var target = Open(Fixture.Options(options) with { Durability = "quorum-periodic" });
        target.Prepare(Trial.Table(_workload, 1, 1000));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 500));
        Fixture.WantThreeCopies();

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(_workload, 0, 500, 500)));

        error.IsTransient.ShouldBeTrue(error.Message);
        error.IsAmbiguous.ShouldBeFalse(error.Message);
    }

    [Fact]
    public void Recover_PartOfABatchStored_IsAbsentAndWrittenAgain()
    {
        var table = Trial.Table(_workload, 1, 1000);
        using var target = Open("bucket=300");
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 700));
        var whole = Trial.Batch(_workload, 0, 0, 1000);

        writer.Recover(whole).ShouldBe(BatchFate.Absent);
        writer.Write(whole);
        writer.Recover(whole).ShouldBe(BatchFate.Stored);

        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    protected void IsStoredExactly(string options)
    {
        using var target = Filled(options, out var workload, out var table);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    /// <summary>A target with 300 records of each of two sources.</summary>
    private protected ITarget Filled(string options, out PatternWorkload workload, out TrialTable table)
    {
        workload = _workload;
        table = Trial.Table(workload, 2, 300);
        var target = Open(options);
        target.Prepare(table);
        Trial.Write(target, workload, [0, 1], new SequenceRange(0, 300), batch: 77);
        return target;
    }
}
