using System.Globalization;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What only a real node can show.</summary>
[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraServerTests(CassandraFixture fixture) : WriteTests<CassandraDefinition>(fixture, "wire")
{
    [Fact]
    public void TokenOf_Partitions_AreTheServersTokens()
    {
        using var target = Filled("bucket=10", out _, out _);
        using var connection = Fixture.Connect();

        var rows = connection.Query(
            "SELECT DISTINCT \"source\", \"Bucket\", token(\"source\", \"Bucket\") AS t FROM dbingest.records");

        rows.Count.ShouldBe(2 * 30);
        foreach (var row in rows)
        {
            CassandraTable.TokenOf((int)row.Integer("source"), (int)row.Integer("Bucket")).ShouldBe(row.Integer("t"));
        }
    }

    [Theory]
    [InlineData("protocol=5&rows=10000&bucket=1000000")]
    [InlineData("compression=lz4&protocol=5&rows=10000&bucket=1000000")]
    [InlineData("compression=lz4&shape=single&window=64&table_compression=deflate")]
    [InlineData("table_compression=none")]
    public void Write_WhatOnlyOurClientHas_IsStoredExactly(string options) => IsStoredExactly(options);

    [Fact]
    public void Audit_AlteredValueInTheServer_IsFound()
    {
        using var target = Filled(string.Empty, out var workload, out var table);
        using (var connection = Fixture.Connect())
        {
            connection.Query(
                "UPDATE dbingest.records SET value_1 = 47.11 WHERE \"source\" = 1 AND \"Bucket\" = 0 AND \"sequence\" = 17");
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
    [Theory]
    [InlineData("0, 7, 18", 1)]
    [InlineData("0, 0, 300", 0)]
    [InlineData("5, 0, 18", 0)]
    public void Audit_RecordTwiceUnderAnotherKey_IsFound(string key, long duplicates)
    {
        using var target = Filled(string.Empty, out var workload, out var table);
        using (var connection = Fixture.Connect())
        {
            var row = connection.Query(
                "SELECT \"timestamp\", quality FROM dbingest.records WHERE \"source\" = 0 AND \"Bucket\" = 0 AND \"sequence\" "
                + "= 18")[0];
            connection.Query(
                $"INSERT INTO dbingest.records (\"source\", \"Bucket\", \"sequence\", \"timestamp\", quality) VALUES ({key}, "
                + $"{row.Integer("timestamp")}, {row.Integer("quality")})");
        }

        var audit = Trial.Audit(target, workload, table);

        audit.Passed.ShouldBeFalse();
        audit.DuplicateRecords.ShouldBe(duplicates);
        audit.MissingRecords.ShouldBe(0);
    }

    [Fact]
    public void Settle_AfterWriting_LeavesNothingInMemoryAndNodetoolSeesTheSameSpace()
    {
        using var target = Filled(string.Empty, out _, out _);

        target.Settle(CancellationToken.None);

        var tool = Fixture.TableStatistics();
        tool["Memtable cell count"].ShouldBe("0");
        tool["Memtable data size"].ShouldBe("0");
        long files = target.MeasureSpace().FilesApparentBytes!.Value;
        long.Parse(tool["Space used (total)"], CultureInfo.InvariantCulture).ShouldBeInRange(files - 4096, files + 4096);
    }

    [Fact]
    public void Open_MoreReplicasThanNodes_IsRefused() =>
        Should.Throw<ArgumentException>(() => new CassandraDefinition()
            .Open(Fixture.Options() with { Endpoint = Fixture.Endpoint.Replace("rf=1", "rf=2", StringComparison.Ordinal) }));

    [Fact]
    public void Clean_AfterWriting_LeavesNoFile()
    {
        using var target = Filled(string.Empty, out _, out _);
        target.Settle(CancellationToken.None);
        target.MeasureSpace().StoredBytes.ShouldBeGreaterThan(0);

        target.Clean();

        string[] Files() => Directory.GetFiles(Fixture.WorkFolder, "*-Data.db", SearchOption.AllDirectories)
            .Where(f => f.Contains($"{Path.DirectorySeparatorChar}dbingest{Path.DirectorySeparatorChar}",
                StringComparison.Ordinal)).ToArray();
        SpinWait.SpinUntil(() => Files().Length == 0, TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }
}
