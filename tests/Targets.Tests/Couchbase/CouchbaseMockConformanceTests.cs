using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>The suite at the SDK makers' mock, or at the cluster that the environment names.</summary>
[Collection("couchbase")]
[Needs("couchbase")]
public sealed class CouchbaseMockConformanceTests(CouchbaseFixture fixture) : TargetConformance<CouchbaseDefinition>
{
    private static bool IsMock => CouchbaseServers.Named is null;

    protected override string? Endpoint => fixture.Endpoint;

    protected override Secret? Password => CouchbaseServers.Password;

    protected override string BadEndpoint => "couchbase://127.0.0.1:1/bench";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 600;

    protected override int ManyRecords => 5_000;

    // A document's key is its source and sequence: a second one is refused.
    protected override bool StoresDuplicates => false;

    // The mock has neither a disk nor streams of changes, and no synchronous durability.
    protected override bool StoresRecords => !IsMock;

    protected override string? NoForeignReason => IsMock
        ? "The mock has no streams of changes, and counts no documents; the endpoint of the tests has and does." : null;

    protected override bool IsAvailable(DurabilityContract contract) => !IsMock || contract.Name == "memory";
}
