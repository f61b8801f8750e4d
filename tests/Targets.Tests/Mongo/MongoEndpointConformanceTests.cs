using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>The suite at the endpoint of the tests, as a replica set: single records too, and cursors over ranges.</summary>
[Collection("mongodb")]
[Needs("ferretdb")]
public class MongoEndpointConformanceTests : TargetConformance<MongoDefinition>
{
    private readonly Deployment _set = Deployment.ReplicaSet(1);

    // A private server is FerretDB's.
    protected override string? Endpoint => $"mongodb://{_set.Primary.Name}/dbingest?replicaSet=rs0";

    protected override string BadEndpoint => "mongodb://127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 600;

    protected override bool StoresDuplicates => false;

    protected override string? NoQuestionsReason => "The endpoint of the tests aggregates no records.";

    protected override void CloseServer()
    {
        _set.Dispose();
        _set.Failures.ShouldBeEmpty();
    }
}

/// <summary>The same with object ids made of source and sequence.</summary>
[Collection("mongodb")]
public sealed class MongoEndpointObjectIdConformanceTests : MongoEndpointConformanceTests
{
    protected override string? Endpoint => $"{base.Endpoint}&id=sequence_objectid";

    protected override bool StartsPrivate => false;
}
