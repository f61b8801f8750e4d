using System.Text;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Trials;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>
/// Documents that no source wrote are found, by scans of ranges and by streams of changes, in all pages of all vBuckets of all
/// nodes.
/// </summary>
public sealed class KeyWalkTests
{
    private const int Records = 3000;

    [Theory]
    [InlineData(true, true, "looked for by a walk through all keys (range scans)")]
    [InlineData(false, true, "looked for by a walk through all keys (DCP)")]
    [InlineData(false, false, "not looked for: the server has no scans of ranges and no streams of changes")]
    public void Audit_ForeignDocuments_AreCountedWhereTheServerLetsUsWalk(bool hasRangeScan, bool hasDcp, string how)
    {
        using var cluster =
            new Cluster(new ClusterOptions { Nodes = 2, VBuckets = 2, HasRangeScan = hasRangeScan, HasDcp = hasDcp });
        using var target = new CouchbaseDefinition()
            .Open(new TargetOptions
            {
                WorkFolder = Path.GetTempPath(),
                Endpoint = cluster.Endpoint,
                Password = new Secret("password")
            });
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 1, Records);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 300);
        Foreign(cluster);

        Trial.Audit(target, workload, table).ForeignRecords.ShouldBe(hasRangeScan || hasDcp ? 3 : 0);

        // Of source 7 nothing is known, so no document of it is foreign, and none of its keys is asked for.
        SourceExtent[] extents = [new(Records, []), .. Enumerable.Repeat(new SourceExtent(0, []), 6), SourceExtent.Unknown];
        Auditor.Run(target, new ExpectedContent(workload), table.Schema.ValueCount, extents, CancellationToken.None)
            .ForeignRecords.ShouldBe(hasRangeScan || hasDcp ? 2 : 0);
        target.Describe().Settings["foreign_records"].ShouldBe(how);
        cluster.Failures.ShouldBeEmpty();
    }

    /// <summary>As every other read of the audit: a connection that is lost once fails no trial.</summary>
    [Theory]
    [InlineData(true, KvOpcode.RangeScanContinue)]
    [InlineData(false, KvOpcode.DcpStreamRequest)]
    public void Audit_ConnectionLostDuringTheWalk_WalksAgain(bool hasRangeScan, KvOpcode cut)
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, VBuckets = 2, HasRangeScan = hasRangeScan });
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, 1, Records);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 300);
        Foreign(cluster);
        int requests = 0;
        cluster.CutsAfter = (_, request) => request.Opcode == cut && Interlocked.Increment(ref requests) == 2;

        Trial.Audit(target, workload, table).ForeignRecords.ShouldBe(3);

        requests.ShouldBeGreaterThan(2);
        cluster.Failures.ShouldBeEmpty();
    }

    private static void Foreign(Cluster cluster)
    {
        var bucket = cluster.Buckets["bench"];
        uint collection = bucket.CollectionId("_default", "records") ?? 0;
        string[] keys = ["0:3000", "7:1", "somebody else's"];
        foreach (string key in keys)
        {
            int vBucket = KvKeys.VBucket(Encoding.ASCII.GetBytes(key), bucket.Owners.Length);
            lock (bucket.Documents[vBucket])
            {
                bucket.Documents[vBucket][(collection, Convert.ToHexString(Encoding.ASCII.GetBytes(key)))] =
                    new Document([1], 0, ++bucket.Sequences[vBucket]);
            }
        }
    }
}
