using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>
/// The suite at the endpoint of the tests: two nodes, collections, every contract, disk figures, and the walk through all keys.
/// </summary>
public abstract class CouchbaseEndpointConformance(bool hasRangeScan) : TargetConformance<CouchbaseDefinition>
{
    private readonly Cluster _cluster =
        new(new ClusterOptions { Nodes = 2, Replicas = 1, Password = "hush & co", HasRangeScan = hasRangeScan });

    protected override string? Endpoint => _cluster.Endpoint;

    protected override Secret? Password => new("hush & co");

    protected override string BadEndpoint => "couchbase://127.0.0.1:1/bench";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 600;

    protected override int ManyRecords => 5_000;

    protected override bool StoresDuplicates => false;

    // Full names, and a replica of everything.
    protected override double LargestSpaceRatio => 8;

    protected override void CloseServer() => _cluster.Dispose();
}

/// <summary>The walk is by scans of ranges, as from 7.6 on.</summary>
public sealed class CouchbaseEndpointConformanceTests() : CouchbaseEndpointConformance(hasRangeScan: true);

/// <summary>The walk is by streams of changes, as before.</summary>
[Trait("Suite", "Slow")]
public sealed class CouchbaseStreamConformanceTests() : CouchbaseEndpointConformance(hasRangeScan: false);
