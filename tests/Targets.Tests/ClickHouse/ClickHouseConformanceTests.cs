using DbIngest.Targets.ClickHouse;

namespace DbIngest.Targets.Tests.ClickHouse;

[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseConformanceTests(ClickHouseFixture fixture) : TargetConformance<ClickHouseDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";
}
