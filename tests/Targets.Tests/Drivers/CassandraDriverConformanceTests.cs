#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Drivers;

[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraDriverConformanceTests(CassandraFixture fixture) : TargetConformance<CassandraDriverDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string? Client => WriteClient.Driver;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 600;

    protected override bool StoresDuplicates => false;

    protected override int AllocatedBytesPerRecord => 10_000;

    protected override bool IsAvailable(DurabilityContract contract) => !CassandraContracts.IsSynced(contract);
}
#endif
