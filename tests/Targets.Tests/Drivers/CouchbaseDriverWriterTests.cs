#if OFFICIAL_DRIVERS
using Couchbase.Core.Exceptions;
using Couchbase.KeyValue;
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Drivers.Couchbase;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>What the writer makes of failures of the driver, with a driver of the tests.</summary>
public sealed class CouchbaseDriverWriterTests
{
    /// <summary>Both insertions are under way when the first one fails without doubt.</summary>
    [Fact]
    public async Task Write_LaterFailureLeavesItsRecordInDoubt_BatchIsInDoubt()
    {
        var workload = new PatternWorkload(3);
        using var cluster = new Cluster();
        var endpoint = CouchbaseEndpoint.Parse(cluster.Endpoint);
        var options = new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = cluster.Endpoint,
            Password = new Secret("password"),
        };
        var ours = CouchbaseCluster.Connect(endpoint.Hosts, CouchbaseDefinition.ConnectionOptions(endpoint, options),
            new ClusterMapReader(isEncrypted: false, isExternal: false));
        var table = new CouchbaseTable(endpoint, new CouchbaseDefinition().Contract(null), Trial.Table(workload, 1, 2));
        var first = new TaskCompletionSource<IMutationResult>();
        int insertions = 0;
        var collection = ScriptedProxy.Of<ICouchbaseCollection>(method =>
        {
            if (method != nameof(ICouchbaseCollection.InsertAsync))
            {
                return null;
            }

            if (insertions++ == 0)
            {
                return first.Task;
            }

            first.SetException(new TemporaryFailureException());
            return Task.FromException<IMutationResult>(new InternalServerFailureException());
        });
        using var writer = new CouchbaseDriverWriter(collection, table, ours, DurabilityLevel.None, TimeSpan.FromSeconds(20),
            CancellationToken.None);

        // On a thread of the pool the first sender goes on within SetException. The context of a test's thread would let it go on
        // at some later time, mostly behind the second failure.
        var failure = (await Record.ExceptionAsync(() => Task.Run(() => writer.Write(Trial.Batch(workload, 0, 0, 2)))))
            .ShouldBeOfType<BatchWriteException>();

        insertions.ShouldBe(2);
        failure.InnerException.ShouldBeOfType<TemporaryFailureException>("the first failure, by itself without doubt");
        failure.IsAmbiguous.ShouldBeTrue(failure.Message);
    }

    /// <summary>Others changed the document each time: it was not changed, and the lane may try again.</summary>
    [Fact]
    public void OfOperation_AnotherVersion_IsAConflict()
    {
        var failure = CouchbaseDriverErrors.OfOperation(new CasMismatchException());

        (failure.IsConflict, failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, true, false));
    }
}
#endif
