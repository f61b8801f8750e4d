using DbIngest.Targets.QuestDb;

namespace DbIngest.Targets.Tests.QuestDb;

[Collection("questdb")]
[Needs("questdb")]
public sealed class QuestDbConformanceTests(QuestDbFixture fixture) : TargetConformance<QuestDbDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // Java starts in ten seconds.
    protected override IReadOnlyList<string> LostInVerbs => TargetVerbs.Few;

    // A row with the timestamp, source and sequence of one that is there replaces it.
    protected override bool StoresDuplicates => false;

    // The fixture's server commits as the vendor's default has it; the other contract needs one of its own.
    protected override bool IsAvailable(Abstractions.Targets.DurabilityContract contract) => contract.Name == "nosync";
}
