using DbIngest.Core.Targets;
using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>The driver's bulk copy into the server of the tests.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public sealed class MySqlDriverConformanceTests(MySqlFixture fixture) : TargetConformance<MariaDbDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string? Client => WriteClient.Driver;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 500;

    // Boxed values, and a string for each double.
    protected override int AllocatedBytesPerRecord => 20_000;

    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "flush-1";
}
