using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>
/// Version 2, which is written to by token, at the endpoint of the tests: no server of it is to be had where these run.
/// </summary>
public sealed class InfluxTokenConformanceTests : TargetConformance<InfluxDefinition>
{
    private readonly InfluxStandIn _server = new(version: 2);

    protected override string? Endpoint => $"http://127.0.0.1:{_server.Port}";

    protected override Secret? Password => new(InfluxStandIn.Token);

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override bool StartsPrivate => false;

    protected override bool StoresDuplicates => false;

    protected override string? NoQuestionsReason => "The endpoint of the tests groups no records.";

    protected override int SabotageRecordsPerSource => 600;

    protected override int ManyRecords => 1_000;

    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "fsync";
}
