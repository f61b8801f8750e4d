using DbIngest.Targets.InfluxDb;

namespace DbIngest.Targets.Tests.InfluxDb;

[Collection("influxdb")]
[Needs("influxdb")]
public sealed class InfluxConformanceTests(InfluxFixture fixture) : TargetConformance<InfluxDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // The other one is of servers of version 3.
    protected override bool IsAvailable(Abstractions.Targets.DurabilityContract contract) => contract.Name == "fsync";

    // A point of the series and time of one that is there replaces it.
    protected override bool StoresDuplicates => false;
}
