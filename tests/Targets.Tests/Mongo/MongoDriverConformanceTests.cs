using DbIngest.Abstractions.Targets;
using DbIngest.Mongo.Endpoint;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// The vendor's driver at the endpoint of the tests, which it so validates: it finds the set, agrees on sessions, and writes.
/// </summary>
[Collection("mongodb")]
[Needs("ferretdb")]
public abstract class MongoDriverConformance(string options) : TargetConformance<MongoDefinition>
{
    private readonly Deployment _set = Deployment.ReplicaSet(1);

    protected override string? Endpoint => $"mongodb://{_set.Primary.Name}/dbingest?replicaSet=rs0&{options}";

    protected override string? Client => WriteClient.Driver;

    protected override string BadEndpoint => "mongodb://127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 600;

    protected override bool StoresDuplicates => false;

    protected override string? NoQuestionsReason => "The endpoint of the tests aggregates no records.";

    protected override int AllocatedBytesPerRecord => 20_000;

    // A private server needs no endpoint, and then there is no word on the options either.
    protected override bool StartsPrivate => false;

    protected override void CloseServer()
    {
        _set.Dispose();
        _set.Failures.ShouldBeEmpty();
    }
}

/// <summary>Documents that are serialised beforehand, by blocking calls.</summary>
public sealed class MongoDriverRawConformanceTests() : MongoDriverConformance("documents=raw&calls=sync");

/// <summary>Objects of a class, by asynchronous calls.</summary>
public sealed class MongoDriverTypedConformanceTests() : MongoDriverConformance("documents=typed&calls=async");

/// <summary>Objects of a class that has an object id made of source and sequence.</summary>
public sealed class MongoDriverObjectIdConformanceTests() : MongoDriverConformance("documents=typed&id=sequence_objectid");
