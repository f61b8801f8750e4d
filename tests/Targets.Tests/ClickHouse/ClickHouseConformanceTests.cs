using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;

namespace DbIngest.Targets.Tests.ClickHouse;

[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseConformanceTests(ClickHouseFixture fixture) : TargetConformance<ClickHouseDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";
}

[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseGroupConformanceTests(ClickHouseFixture fixture) : TargetConformance<ClickHouseDefinition>
{
    protected override string? Endpoint => fixture.Endpoint + "?group=true";

    protected override string BadEndpoint => "127.0.0.1:1";
}

[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseDriverConformanceTests(ClickHouseFixture fixture) : TargetConformance<ClickHouseDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override string? Client => WriteClient.Driver;

    // The driver takes each record as an array of boxed values; up to 40 values a record.
    protected override int AllocatedBytesPerRecord => 3000;
}
