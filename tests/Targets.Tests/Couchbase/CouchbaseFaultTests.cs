using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("couchbase")]
public sealed class CouchbaseFaultTests(CouchbaseFixture fixture)
{
    private const int Records = 2000;

    [Theory]
    [InlineData(KvStatus.TemporaryFailure)]
    [InlineData(KvStatus.OutOfMemory)]
    [InlineData(KvStatus.Busy)]
    [InlineData(KvStatus.SyncWriteInProgress)]
    [InlineData(KvStatus.SyncWriteAmbiguous)]
    public void Run_NowAndThenNotTaken_IsCompleteWithEachRecordOnce(KvStatus status)
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1 });
        int writes = 0;
        cluster.Before = (_, request) => request.Opcode == KvOpcode.Add && Interlocked.Increment(ref writes) % 3001 == 3000
            ? Answer.Error(status, "now and then") : null;
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password", "majority");

        var result = DisturbedTrial.Run(target, Records, static () => { });

        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_ConnectionsCutWhileAcknowledging_StoresEachRecordOnce()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        int writes = 0;
        cluster.CutsAfter = (_, request) => request.Opcode == KvOpcode.Add && Interlocked.Increment(ref writes) % 3001 == 3000;
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, static () => { });

        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>Half of the vBuckets go to another node while they are written to; no batch has to be repeated for it.</summary>
    [Fact]
    public void Run_MapChanges_RecordsGoWhereTheyBelong()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 3 });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        int refused = 0;

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            var bucket = cluster.Buckets["bench"];
            cluster.CutsAfter = (node, request) =>
            {
                refused += request.VBucket % 2 == 0 && bucket.Owners[request.VBucket] != node.Index ? 1 : 0;
                return false;
            };
            for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket += 2)
            {
                cluster.Move(bucket, vBucket, (bucket.Owners[vBucket] + 1) % 3);
            }
        });

        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBe(0);
        refused.ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// Nodes refuse without a map, and are not asked for one with success: the stream of the management alone tells where
    /// vBuckets are now.
    /// </summary>
    [Fact]
    public void Run_MapChangesAndOnlyTheManagementTells_RecordsGoWhereTheyBelong()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 3 });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            var bucket = cluster.Buckets["bench"];
            SpinWait.SpinUntil(() => cluster.Followers > 0, TimeSpan.FromSeconds(10)).ShouldBeTrue();
            string old = cluster.Map(bucket, cluster.Nodes[0]);
            cluster.Before = (node, request) => request.Opcode == KvOpcode.GetClusterConfig
                ? new Answer { Value = System.Text.Encoding.UTF8.GetBytes(old) }
                : request.Opcode is KvOpcode.Add or KvOpcode.Get && bucket.Owners[request.VBucket] != node.Index
                    ? new Answer(KvStatus.NotMyVBucket)
                : null;
            for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket += 2)
            {
                cluster.Move(bucket, vBucket, (bucket.Owners[vBucket] + 1) % 3);
            }
        });

        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBe(0);
        target.Describe().Settings["maps_from"].ShouldContain("the management's stream");
    }

    [Fact]
    public void Open_ManagementWithoutAStreamOfMaps_IsSaidSo()
    {
        using var cluster = new Cluster(new ClusterOptions { HasMapStream = false });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        target.Describe().Settings["maps_from"].ShouldContain("has no stream");
    }

    [Fact]
    public void Update_AttemptThatArrivesLate_ChangesNothing()
    {
        var workload = new PatternWorkload(3);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password", "majority");
        var table = Trial.Table(workload, 1, 10) with { IsKeyed = true };
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 10));
        var record = Trial.Batch(workload, 0, 5, 1);

        // Somebody else is first, each time that the version was read: so is an attempt of ours that was given up.
        int others = 0;
        var bucket = cluster.Buckets["bench"];
        cluster.Before = (_, request) =>
        {
            if (request.Opcode == KvOpcode.Replace && others++ < 2)
            {
                var documents = bucket.Documents[request.VBucket];
                lock (documents)
                {
                    foreach (var place in documents.Keys.ToList())
                    {
                        documents[place] = documents[place] with { Sequence = ++bucket.Sequences[request.VBucket] };
                    }
                }
            }

            return null;
        };
        ((IRecordOperations)writer).Update(record);

        others.ShouldBe(3);
        cluster.Failures.ShouldBeEmpty();
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    /// <summary>The document was not changed, and only the others were faster.</summary>
    [Fact]
    public void Update_DocumentChangedByOthersEachTime_IsAConflict()
    {
        var workload = new PatternWorkload(3);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        target.Prepare(Trial.Table(workload, 1, 10) with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 10));
        cluster.Before = static (_, request) => request.Opcode == KvOpcode.Replace
            ? Answer.Error(KvStatus.KeyExists, "another version") : null;

        var failure = Record.Exception(() => ((IRecordOperations)writer).Update(Trial.Batch(workload, 0, 5, 1)))
            .ShouldBeOfType<BatchWriteException>();

        (failure.IsConflict, failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, true, false), failure.Message);
    }

    [Fact]
    public void Run_NodeGoneAndItsVBucketsFailedOver_IsComplete()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1 });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            cluster.Nodes[1].Kill();
            var bucket = cluster.Buckets["bench"];
            for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket++)
            {
                if (bucket.Owners[vBucket] == 1)
                {
                    cluster.Move(bucket, vBucket, 0);
                }
            }
        });

        // What the node had is at the other; the writers, settling and the audit find that out by themselves.
        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// A node that was failed over while it lives takes connections and refuses the bucket. The refusal had ended the trial, and
    /// no other node was asked for the map.
    /// </summary>
    [Fact]
    public void Run_NodeFailedOverRefusesTheBucket_IsComplete()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1, HasMapStream = false });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            cluster.Before = (node, request) => node.Index == 0 && request.Opcode == KvOpcode.SelectBucket
                ? Answer.Error(KvStatus.NoAccess, "No such bucket") : null;
            cluster.Nodes[0].CutAll();
            Thread.Sleep(300);
            var bucket = cluster.Buckets["bench"];
            for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket++)
            {
                if (bucket.Owners[vBucket] == 0)
                {
                    cluster.Move(bucket, vBucket, 1);
                }
            }
        });

        ShouldBeWhole(result, cluster);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_NodeGoneForGood_IsIncomplete()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, cluster.Nodes[1]
            .Kill, new RetryOptions(1, TimeSpan.FromMilliseconds(50)));

        result.Status.ShouldBe(TrialStatus.Incomplete, result.Error);
    }

    [Fact]
    public void Run_DocumentTooLarge_IsIncompleteWithTheServersWords()
    {
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        var result = DisturbedTrial.Run(target, Records, () => cluster.Before = static (_, request) =>
            request.Opcode == KvOpcode.Add ? Answer.Error(KvStatus.TooBig, "of the test") : null);

        result.ShouldHaveNoFigureAndBeAccountedFor();
        result.Error!.ShouldContain("of the test");
    }

    [Fact]
    public void Write_RecordThatIsThereWithAnotherContent_IsRefused()
    {
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");

        OtherContent.ShouldBeRefused(target);
    }

    [Fact]
    public void Open_DurabilityThatTheServerHasNot_IsRefusedWithTheRemedy()
    {
        using var cluster = new Cluster(
            new ClusterOptions { Features = new HashSet<KvFeature> { KvFeature.Collections, KvFeature.SelectBucket } });

        Should.Throw<TargetException>(() => CouchbaseSecurityTests.Open(cluster.Endpoint, "password", "persist-majority")
            .Dispose()).Message.ShouldContain("6.5");
    }

    [Fact]
    public void Settle_DocumentsWaitForTheDisk_Waits()
    {
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        target.Prepare(Trial.Table(new PatternWorkload(1), 1, 1));
        cluster.DiskQueueAnswers = 3;
        cluster.CompactionAnswers = 2;

        target.Settle(CancellationToken.None);

        cluster.DiskQueueAnswers.ShouldBe(0);
        cluster.CompactionAnswers.ShouldBe(0);
        target.Describe().Settings["settled_by"].ShouldContain("disk queues at 0");
    }

    [Fact]
    public void MeasureSpace_Replicas_CountEachAndAreToldApart()
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 1, 1000);
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1 });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 100);

        var space = target.MeasureSpace();

        var settings = target.Describe().Settings;
        long replicas = long.Parse(settings["actual_disk_size_of_replicas"], CultureInfo.InvariantCulture);
        replicas.ShouldBe(space.DataBytes / 2);
        settings.Keys.Count(k => k.StartsWith("actual_disk_size_127", StringComparison.Ordinal)).ShouldBe(2);
    }

    [Theory]
    [InlineData("?collection=_default")]
    [InlineData("?reset=flush")]
    [InlineData("?reset=bucket")]
    [InlineData("?scope=study&collection=one")]
    [InlineData("?value=short")]
    [InlineData("?value=binary&window=1")]
    [InlineData("?compression=snappy")]
    [InlineData("?compression=snappy&value=short&window=7")]
    public void Prepare_EachReset_LeavesNothing(string options)
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 2, 300);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + options, "password");
        for (int i = 0; i < 2; i++)
        {
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, 100);
            Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        }

        target.Clean();
        cluster.Buckets["bench"].Documents.Sum(d => d.Count).ShouldBe(0);
        cluster.Failures.ShouldBeEmpty();
    }

    /// <summary>The next run would find no bucket, or create one with other settings.</summary>
    [Fact]
    public void Prepare_CancelledWhileTheBucketIsDeleted_CreatesItAgain()
    {
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + "?reset=bucket", "password");
        using var cancellation = new CancellationTokenSource();
        cluster.Managed = (method, _) =>
        {
            if (method == "DELETE")
            {
                cancellation.Cancel();
            }
        };

        Record.Exception(() => target.Prepare(Trial.Table(new PatternWorkload(1), 1, 1), cancellation.Token))
            .ShouldBeAssignableTo<OperationCanceledException>();

        cluster.Buckets.ContainsKey("bench").ShouldBeTrue();
    }

    /// <summary>A server refuses the eviction policy of an ephemeral bucket for a bucket with files.</summary>
    [Fact]
    public void Prepare_EphemeralBucketIsRecreated_StaysEphemeral()
    {
        using var cluster = new Cluster();
        cluster.Buckets["bench"] = new Bucket("bench", cluster.Options.VBuckets, cluster.Options.Nodes, cluster.Options.Replicas)
        {
            Settings = new Dictionary<string, string> { ["bucketType"] = "ephemeral" },
        };
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + "?reset=bucket", "password");

        target.Prepare(Trial.Table(new PatternWorkload(1), 1, 1));

        var settings = cluster.Buckets["bench"].Settings;
        settings["bucketType"].ShouldBe("ephemeral");
        settings.ContainsKey("storageBackend").ShouldBeFalse();
    }

    /// <summary>The SDK makers' mock fails on command.</summary>
    [Fact]
    [Needs("couchbase-mock")]
    [Needs("couchbase")]
    public void Run_MockThatIsOutOfMemoryForAWhile_IsComplete()
    {
        var options = fixture.Options();
        using var target = new CouchbaseDefinition().Open(options);

        var result = DisturbedTrial.Run(target, Records, () => fixture.Mock.Command("opfail?code=130&count=50"));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * Records);
        result.Retries.ShouldBeGreaterThan(0);
    }

    internal static void ShouldBeWhole(TrialResult result, Cluster cluster, int records = Records)
    {
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * records);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Audit.ForeignRecords.ShouldBe(0);
        cluster.Failures.ShouldBeEmpty();
    }
}
