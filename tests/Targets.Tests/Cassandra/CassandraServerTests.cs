using System.Globalization;
using DbIngest.Core.Audit;
using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Tests.Conformance;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What only a real node can show.</summary>
[Collection("cassandra")]
public sealed class CassandraServerTests(CassandraFixture fixture)
{
    [SkippableFact]
    public void TokenOf_Partitions_AreTheServersTokens()
    {
        using var target = Filled("bucket=10", out _, out _);
        using var connection = fixture.Connect();

        var rows = connection.Query("SELECT DISTINCT \"source\", \"Bucket\", token(\"source\", \"Bucket\") AS t FROM dbingest.records");

        rows.Count.ShouldBe(2 * 30);
        foreach (var row in rows)
        {
            CassandraTable.TokenOf((int)row.Integer("source"), (int)row.Integer("Bucket")).ShouldBe(row.Integer("t"));
        }
    }

    [SkippableFact]
    public void Write_MissingValues_LeaveNoCell()
    {
        using var target = Filled(string.Empty, out _, out _);
        using var connection = fixture.Connect();

        connection.Query("SELECT value_0 FROM dbingest.records").ShouldContain(r => !r.Has("value_0"));
    }

    [SkippableTheory]
    [InlineData("shape=single&window=64")]
    [InlineData("shape=single&window=1")]
    [InlineData("protocol=4&window=5&rows=17")]
    [InlineData("protocol=5&rows=10000&bucket=1000000")]
    [InlineData("bucket=1")]
    [InlineData("compression=lz4&protocol=5&rows=10000&bucket=1000000")]
    [InlineData("compression=lz4&shape=single&window=64&table_compression=deflate")]
    [InlineData("table_compression=none")]
    public void Write_AnyShape_IsStoredExactly(string options)
    {
        using var target = Filled(options, out var workload, out var table);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableTheory]
    [InlineData("shape=batch")]
    [InlineData("shape=single&window=32")]
    public void Write_TableAltered_PreparesAgain(string options)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 2000);
        using var target = fixture.Open(options);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 1000));
        using (var connection = fixture.Connect())
        {
            connection.Query("ALTER TABLE dbingest.records ADD \"Later\" int");
        }

        writer.Write(Trial.Batch(workload, 0, 1000, 1000));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Write_TableDropped_IsNotTransient()
    {
        var workload = new PatternWorkload(3);
        using var target = fixture.Open();
        target.Prepare(Trial.Table(workload, 1, 1000));
        using var writer = target.OpenWriter(0);
        target.Clean();

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 1000)));

        error.IsTransient.ShouldBeFalse(error.Message);
    }

    [SkippableFact]
    public void Recover_PartOfABatchStored_IsAbsentAndWrittenAgain()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 1000);
        using var target = fixture.Open("bucket=300");
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 700));
        var whole = Trial.Batch(workload, 0, 0, 1000);

        writer.Recover(whole).ShouldBe(BatchFate.Absent);
        writer.Write(whole);
        writer.Recover(whole).ShouldBe(BatchFate.Stored);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Audit_AlteredValueInTheServer_IsFound()
    {
        using var target = Filled(string.Empty, out var workload, out var table);
        using (var connection = fixture.Connect())
        {
            connection.Query("UPDATE dbingest.records SET value_1 = 47.11 WHERE \"source\" = 1 AND \"Bucket\" = 0 AND \"sequence\" = 17");
            connection.Query("DELETE FROM dbingest.records WHERE \"source\" = 0 AND \"Bucket\" = 0 AND \"sequence\" = 18");
        }

        var audit = Trial.Audit(target, workload, table);

        audit.Findings.Count.ShouldBe(2);
        audit.MissingRecords.ShouldBe(1);
    }

    /// <summary>
    /// The same record written twice is one row, since it has one key. A second row of it must lie under another key: in
    /// another bucket, or with another sequence or source.
    /// </summary>
    [SkippableTheory]
    [InlineData("0, 7, 18", 1)]
    [InlineData("0, 0, 300", 0)]
    [InlineData("5, 0, 18", 0)]
    public void Audit_RecordTwiceUnderAnotherKey_IsFound(string key, long duplicates)
    {
        using var target = Filled(string.Empty, out var workload, out var table);
        using (var connection = fixture.Connect())
        {
            var row = connection.Query(
                "SELECT \"timestamp\", quality FROM dbingest.records WHERE \"source\" = 0 AND \"Bucket\" = 0 AND \"sequence\" = 18")[0];
            connection.Query(
                $"INSERT INTO dbingest.records (\"source\", \"Bucket\", \"sequence\", \"timestamp\", quality) VALUES ({key}, {row.Integer("timestamp")}, {row.Integer("quality")})");
        }

        var audit = Trial.Audit(target, workload, table);

        audit.Passed.ShouldBeFalse();
        audit.DuplicateRecords.ShouldBe(duplicates);
        audit.MissingRecords.ShouldBe(0);
    }

    [SkippableFact]
    public void Settle_AfterWriting_LeavesNothingInMemoryAndNodetoolSeesTheSameSpace()
    {
        using var target = Filled(string.Empty, out _, out _);

        target.Settle(CancellationToken.None);

        var tool = fixture.TableStatistics();
        tool["Memtable cell count"].ShouldBe("0");
        tool["Memtable data size"].ShouldBe("0");
        long files = target.MeasureSpace().FilesApparentBytes!.Value;
        long.Parse(tool["Space used (total)"], CultureInfo.InvariantCulture).ShouldBeInRange(files - 4096, files + 4096);
    }

    [SkippableFact]
    public void Open_MoreReplicasThanNodes_IsRefused() =>
        Should.Throw<ArgumentException>(() => new CassandraDefinition().Open(fixture.Options() with { Endpoint = fixture.Endpoint.Replace("rf=1", "rf=2", StringComparison.Ordinal) }));

    [SkippableFact]
    public void Clean_AfterWriting_LeavesNoFile()
    {
        using var target = Filled(string.Empty, out _, out _);
        target.Settle(CancellationToken.None);
        target.MeasureSpace().StoredBytes.ShouldBeGreaterThan(0);

        target.Clean();

        string[] Files() => Directory.GetFiles(fixture.WorkFolder, "*-Data.db", SearchOption.AllDirectories)
            .Where(f => f.Contains($"{Path.DirectorySeparatorChar}dbingest{Path.DirectorySeparatorChar}", StringComparison.Ordinal)).ToArray();
        SpinWait.SpinUntil(() => Files().Length == 0, TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }

    private ITarget Filled(string options, out PatternWorkload workload, out TrialTable table)
    {
        workload = new PatternWorkload(4);
        table = Trial.Table(workload, 2, 300);
        var target = fixture.Open(options);
        target.Prepare(table);
        Trial.Write(target, workload, [0, 1], new SequenceRange(0, 300), batch: 77);
        return target;
    }
}
