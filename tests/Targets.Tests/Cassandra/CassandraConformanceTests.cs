using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;

namespace DbIngest.Targets.Tests.Cassandra;

[Collection("cassandra")]
[Needs("cassandra")]
public sealed class CassandraConformanceTests(CassandraFixture fixture) : TargetConformance<CassandraDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 600;

    // Java starts in ten seconds.
    protected override IReadOnlyList<string> LostInVerbs => TargetVerbs.Few;

    // A record is stored under its source and sequence: a second insertion is the same row.
    protected override bool StoresDuplicates => false;

    // The node of the tests syncs its commit log at intervals.
    protected override bool IsAvailable(DurabilityContract contract) => !CassandraContracts.IsSynced(contract);
}
