#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Neo4j;
using DbIngest.Targets.Tests.Neo4j;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The vendor's driver at the server of the tests.</summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jDriverConformanceTests(Neo4jFixture fixture) : TargetConformance<Neo4jDriverDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string? Client => WriteClient.Driver;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override bool StartsPrivate => false;

    protected override bool StoresDuplicates => false;

    protected override int SabotageRecordsPerSource => 200;

    protected override int ManyRecords => 1_000;

    // Boxed values, and what the driver makes of them.
    protected override int AllocatedBytesPerRecord => 20_000;
}
#endif
