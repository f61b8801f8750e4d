using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

public sealed class CouchbaseCompressionTests
{
    // Digits of a measurement hardly shrink; the names of forty attributes do.
    private static readonly PatternWorkload Workload = new(40);

    [Theory]
    [InlineData("?compression=none", false)]
    [InlineData("?compression=snappy", true)]
    public void Write_Documents_AreStoredAsTheyCameAndReadBackBothWays(string options, bool isCompressed)
    {
        var table = Trial.Table(Workload, 2, 300);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + options, "password");
        target.Prepare(table);

        Trial.WriteAll(target, Workload, table, 100);

        var documents = cluster.Buckets["bench"].Documents.SelectMany(d => d.Values).ToList();
        documents.Count.ShouldBe(600);
        documents.Count(document => document.IsCompressed).ShouldBe(isCompressed ? 600 : 0);
        Trial.Audit(target, Workload, table).Findings.ShouldBeEmpty();

        // Another client, which knows nothing of compression, reads the same.
        using var plain = CouchbaseSecurityTests.Open(cluster.Endpoint, "password");
        plain.Attach(table);
        Trial.Audit(plain, Workload, table).Findings.ShouldBeEmpty();
        target.Describe().Settings["compression"].ShouldBe(isCompressed ? "snappy" : "none");
        cluster.Failures.ShouldBeEmpty();
    }

    [Fact]
    public void Write_BatchThatIsThereAlready_IsReadBackCompressed()
    {
        var table = Trial.Table(Workload, 1, 100);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + "?compression=snappy", "password");
        target.Prepare(table);
        var batch = Trial.Batch(Workload, 0, 0, 100);
        using var first = target.OpenWriter(0);
        using var second = target.OpenWriter(0);

        first.Write(batch);
        second.Write(batch);

        Trial.Audit(target, Workload, table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Open_ServerThatTakesNoCompressedDocuments_IsRefused()
    {
        using var cluster = new Cluster(
            new ClusterOptions { Features = Enum.GetValues<KvFeature>().Where(f => f != KvFeature.Snappy).ToHashSet() });

        Should.Throw<TargetException>(() => CouchbaseSecurityTests.Open(cluster.Endpoint + "?compression=snappy", "password"))
            .Message.ShouldContain("compression=snappy");
        CouchbaseSecurityTests.Open(cluster.Endpoint, "password").Dispose();
    }

    [Fact]
    public void Open_ServerThatSendsADamagedDocument_IsNamed()
    {
        var table = Trial.Table(Workload, 1, 10);
        using var cluster = new Cluster();
        using var target = CouchbaseSecurityTests.Open(cluster.Endpoint + "?compression=snappy", "password");
        target.Prepare(table);
        Trial.WriteAll(target, Workload, table, 10);
        cluster.Before = static (_, request) => request.Opcode == KvOpcode.Get
            ? new Answer { Extras = new byte[4], Value = [9, 9, 9], IsCompressed = true } : null;

        Should.Throw<TargetException>(() => Trial.Audit(target, Workload, table)).Message.ShouldContain("Snappy");
    }
}
