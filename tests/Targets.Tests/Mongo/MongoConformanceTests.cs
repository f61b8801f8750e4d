using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

[Collection("mongodb")]
[Needs("mongodb")]
public class MongoConformanceTests(MongoFixture fixture) : TargetConformance<MongoDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override Secret? Password => MongoServers.Password;

    protected override string BadEndpoint => "mongodb://127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 600;

    protected override int ManyRecords => 5_000;

    // FerretDB looks at every document for each question.
    protected override int AskedRecordsPerSource => MongoServers.Named is null ? 120 : base.AskedRecordsPerSource;

    // A document's identity is its source and sequence: a second insertion is refused.
    protected override bool StoresDuplicates => false;

    // Each takes a second and more there; the endpoint's conformance has them.
    protected override string? NoSingleRecordsReason =>
        MongoServers.Named is null
            ? "FerretDB finds a number in _id by looking at every document; single records are tested at the endpoint, and "
                + "where DBINGEST_MONGODB_ENDPOINT names a server." : null;

    // A collection that does not exist is an empty one.
    protected override bool AnswersOfDroppedTable => true;

    // FerretDB keeps each document as JSON, its fields' types beside it.
    protected override double LargestSpaceRatio => MongoServers.Named is null ? 12 : 4;
}

/// <summary>The same by the vendor's driver.</summary>
[Collection("mongodb")]
public sealed class MongoDriverConformanceTests(MongoFixture fixture) : MongoConformanceTests(fixture)
{
    // MongoConformanceTests tries all verbs, and the driver only changes writers.
    protected override IReadOnlyList<string> LostInVerbs => TargetVerbs.Few;

    protected override string? Client => WriteClient.Driver;

    protected override int AllocatedBytesPerRecord => 20_000;

    protected override string? NoQuestionsReason => "Our own client asks, whichever writes: the other suite has them.";
}
