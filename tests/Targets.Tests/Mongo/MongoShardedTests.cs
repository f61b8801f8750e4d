using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A sharded cluster at the endpoint of the tests: three shards behind two routers.</summary>
public sealed class MongoShardedTests
{
    private const string Collection = "dbingest.records";

    [Fact]
    public void Run_Cluster_UsesAllRoutersAndSaysWhereTheDocumentsAre()
    {
        using var cluster = Deployment.Sharded(shards: 3, routers: 2);
        using var target = MongoShapeTests.Open(cluster, "shape=document");
        int[] before = [.. cluster.Members.Take(2).Select(m => m.Opened)];

        var result = DisturbedTrial.Run(target, 500, () => cluster.Sharding!.IsBalancing.ShouldBeFalse());

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        cluster.Members[0].Opened.ShouldBeGreaterThanOrEqualTo(before[0] + 4);
        cluster.Members[1].Opened.ShouldBeGreaterThanOrEqualTo(before[1] + 4);
        cluster.Sharding!.IsBalancing.ShouldBeTrue();
        var settings = target.Describe().Settings;
        settings["topology"].ShouldBe("sharded cluster, 2 router(s)");
        settings["shard_key"].ShouldBe("_id hashed");
        settings.Where(s => s.Key.StartsWith("documents_on_", StringComparison.Ordinal)).Sum(s => int.Parse(s.Value, null))
            .ShouldBe(4000);
        settings["settled_by"].ShouldBe("fsync on each of 3 servers");
    }

    // numInitialChunks is there up to 7.1; from 7.2 on an empty collection with a hashed key is split by the server.
    [Theory]
    [InlineData("7.0.14", 6L)]
    [InlineData("7.1.0-rc1", 6L)]
    [InlineData("7.2.0", null)]
    [InlineData("8.0.4", null)]
    public void Prepare_Hashed_IsSplitBeforeTheFirstWrite(string version, long? chunks)
    {
        using var cluster = Deployment.Sharded(3, 1, new() { Version = version });
        BsonDocument? sharded = null;
        cluster.Before = (_, name, command) =>
        {
            sharded = name == "shardCollection" ? command : sharded;
            return null;
        };
        using var target = MongoShapeTests.Open(cluster, "shard=hashed");

        target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));

        sharded!.Text("shardCollection").ShouldBe(Collection);
        sharded.Text("key._id").ShouldBe("hashed");
        sharded.Number("numInitialChunks").ShouldBe(chunks);
    }

    /// <summary>
    /// Up to feature version 5.0 a server refuses to shard a collection of a database that is not enabled for it.
    /// </summary>
    [Theory]
    [InlineData("5.0.31", "hashed", true)]
    [InlineData("6.0.19", "ranged", true)]
    [InlineData("7.0.14", "hashed", false)]
    [InlineData("5.0.31", "none", false)]
    public void Prepare_OlderServer_EnablesTheDatabaseFirst(string version, string shard, bool enables)
    {
        using var cluster = Deployment.Sharded(3, 1, new() { Version = version });
        List<string?> enabled = [];
        cluster.Before = (_, name, command) =>
        {
            if (name == "enableSharding" && cluster.Sharding!.Collections.Count == 0)
            {
                enabled.Add(command.Text("enableSharding"));
            }

            return null;
        };
        using var target = MongoShapeTests.Open(cluster, $"shard={shard}");

        target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));

        enabled.Count.ShouldBe(enables ? 1 : 0);
        enabled.ShouldAllBe(database => database == "dbingest");
    }

    /// <summary>MongoDB shards a time series by its metadata and time alone, and neither splits nor moves its chunks.</summary>
    [Fact]
    public void Prepare_TimeSeries_IsShardedByItsSource()
    {
        using var cluster = Deployment.Sharded(3, 1);
        BsonDocument? sharded = null;
        cluster.Before = (_, name, command) =>
        {
            sharded = name == "shardCollection" ? command : sharded;
            return null;
        };
        using var target = MongoShapeTests.Open(cluster, "shape=timeseries");

        target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));

        sharded!.Document("key")!.Elements.ShouldHaveSingleItem().ShouldBe(KeyValuePair.Create("source", (object?)"hashed"));
        sharded["numInitialChunks"].ShouldBeNull();
        target.Describe().Settings["shard_key"].ShouldBe("source hashed");
        Should.Throw<TargetException>(() => MongoShapeTests.Open(cluster, "shape=timeseries&shard=ranged"))
            .Message.ShouldContain("shard=hashed or shard=none");
    }

    [Fact]
    public void Prepare_Ranged_HasAChunkASourceOrMore()
    {
        using var cluster = Deployment.Sharded(3, 1);
        using var target = MongoShapeTests.Open(cluster, "shard=ranged");

        target.Prepare(Trial.Table(new PatternWorkload(2), 8, 100));

        var (key, _) = cluster.Sharding!.Collections[Collection];
        key.Elements.Select(e => e.Key).ShouldBe(["source", "sequence"]);
        cluster.Commands["split"].ShouldBe(7);
        cluster.Commands["moveChunk"].ShouldBe(8);
        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 100));
        cluster.Commands["split"].ShouldBe(7 + 2);
    }

    /// <summary>A server refuses a split at a record at which a chunk begins already.</summary>
    [Fact]
    public void Prepare_RangedWithFewerRecordsThanShards_SplitsAtEachRecordOnce()
    {
        using var cluster = Deployment.Sharded(3, 1);
        List<long?> splits = [];
        cluster.Before = (_, name, command) =>
        {
            if (name == "split")
            {
                splits.Add(command.Number("middle.sequence"));
            }

            return null;
        };
        using var target = MongoShapeTests.Open(cluster, "shard=ranged");

        target.Prepare(Trial.Table(new PatternWorkload(2), 1, 2));

        splits.ShouldHaveSingleItem().ShouldBe(1L);
        cluster.Commands["moveChunk"].ShouldBe(2);
    }

    [Fact]
    public void Prepare_None_LeavesTheCollectionOnOneShard()
    {
        using var cluster = Deployment.Sharded(3, 1);
        using var target = MongoShapeTests.Open(cluster, "shard=none");
        target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));
        cluster.Sharding!.Collections.ShouldBeEmpty();
        target.Describe().Settings["shard_key"].ShouldStartWith("none");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Balancer_AfterATrialThatWasNotCleaned_IsAsItWas(bool isOn)
    {
        using var cluster = Deployment.Sharded(2, 1);
        cluster.Sharding!.IsBalancing = isOn;
        using (var target = MongoShapeTests.Open(cluster, "shape=document"))
        {
            target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));
            cluster.Sharding.IsBalancing.ShouldBeFalse();
            target.Prepare(Trial.Table(new PatternWorkload(2), 2, 100));
        }

        // As after Ctrl-C: nothing is called but Dispose.
        cluster.Sharding.IsBalancing.ShouldBe(isOn);
    }

    [Fact]
    public void Measure_ShardsOutOfReach_CountsThePrimariesAndSaysSo()
    {
        using var cluster = Deployment.Sharded(2, 1);
        using var target = MongoShapeTests.Open(cluster, "shape=document");
        var workload = new PatternWorkload(2);
        var table = Trial.Table(workload, 2, 500);
        target.Prepare(table);
        foreach (var shard in cluster.Members.Where(m => m.Role == MemberRole.Shard))
        {
            shard.Dispose();
        }

        Trial.WriteAll(target, workload, table, batch: 100);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();

        target.MeasureSpace().StoredBytes.ShouldBe(cluster.Storage.Find(Collection)!.Bytes + (8 * 1000) + (2 * 8192));
        var settings = target.Describe().Settings;
        settings["disk_space_counts"].ShouldStartWith("the primaries of the shards alone");
        settings["settled_by"].ShouldStartWith("fsync by a router");
    }

    [Fact]
    public void Run_RouterGone_GoesOnByTheOther()
    {
        using var cluster = Deployment.Sharded(2, 2);
        using var target = MongoShapeTests.Open(cluster, "shape=document");

        var result = DisturbedTrial.Run(target, 1000, cluster.Members[1].Dispose);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8000);
        result.Audit.DuplicateRecords.ShouldBe(0);
    }
}
