#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Drivers.Couchbase;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>
/// The vendor's driver at the endpoint of the tests, which it so validates: it logs in, finds two nodes and a collection, and
/// writes under every contract.
/// </summary>
public sealed class CouchbaseDriverConformanceTests : TargetConformance<CouchbaseDriverDefinition>
{
    private readonly Cluster _cluster = new(new ClusterOptions { Nodes = 2, Replicas = 1, Password = "hush & co" });

    protected override string? Endpoint => _cluster.Endpoint;

    protected override string? Client => WriteClient.Driver;

    protected override Secret? Password => new("hush & co");

    protected override string BadEndpoint => "couchbase://127.0.0.1:1/bench";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 600;

    protected override bool StoresDuplicates => false;

    protected override int AllocatedBytesPerRecord => 20_000;

    // Full names, and a replica of everything.
    protected override double LargestSpaceRatio => 8;

    protected override void CloseServer() => _cluster.Dispose();
}
#endif
