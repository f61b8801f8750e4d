using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>Nodes with one number as their key.</summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jConformanceTests(Neo4jFixture fixture) : TargetConformance<Neo4jDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // A server takes its ten seconds to start; the fault tests see one of our own end.
    protected override bool StartsPrivate => false;

    // A record with the key of one that is there replaces it.
    protected override bool StoresDuplicates => false;

    protected override int SabotageRecordsPerSource => 200;

    protected override int ManyRecords => 1_000;
}
