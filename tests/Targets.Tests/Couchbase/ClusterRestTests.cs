using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>A request goes to the next node only where the first cannot have done it, or where it changes nothing.</summary>
public sealed class ClusterRestTests
{
    private const string Compaction = "/pools/default/buckets/bench/controller/compactBucket";

    [Fact]
    public void Post_AnswerIsLost_IsNotSentToTheNextNode()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var rest = Find(cluster);
        cluster.Managed = (_, _) => throw new IOException("the answer is lost");

        Should.Throw<TargetException>(() => rest.Post(Compaction, CancellationToken.None)).Message
            .ShouldContain("does not answer");

        cluster.Compactions.ShouldBe(1);
    }

    [Fact]
    public void Post_NodeIsGone_GoesToTheNext()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var rest = Find(cluster);
        cluster.Nodes[0].Kill();

        rest.Post(Compaction, CancellationToken.None).ShouldBeTrue();

        cluster.Compactions.ShouldBe(1);
    }

    [Fact]
    public void Get_AnswerIsLost_AsksTheNextNode()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var rest = Find(cluster);
        int requests = 0;
        cluster.Managed = (_, _) =>
        {
            if (Interlocked.Increment(ref requests) == 1)
            {
                throw new IOException("the answer is lost");
            }
        };

        rest.Get("/pools", CancellationToken.None).ShouldNotBeNull();
        requests.ShouldBe(2);
    }

    /// <summary>A bucket that is deleted to be created again must not stay away because the answer was lost.</summary>
    [Fact]
    public void Delete_AnswerIsLost_IsSentAgain()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var rest = Find(cluster);
        int requests = 0;
        cluster.Managed = (_, _) =>
        {
            if (Interlocked.Increment(ref requests) == 1)
            {
                throw new IOException("the answer is lost");
            }
        };

        rest.Delete($"/pools/default/buckets/{cluster.Options.Bucket}", CancellationToken.None);

        cluster.Buckets.ShouldBeEmpty();
        requests.ShouldBe(2);
    }

    private static ClusterRest Find(Cluster cluster) => ClusterRest.Find(
        [new IPEndPoint(IPAddress.Loopback, cluster.Port)],
        new KvConnectionOptions { Credentials = new KvCredentials("Administrator", () => "password") },
        new ClusterMapReader(isEncrypted: false, isExternal: false));
}
