using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>The driver, into the server of the tests.</summary>
[Needs("mariadb")]
public abstract class MySqlDriverConformance : TargetConformance<MariaDbDefinition>
{
    protected override string? Client => WriteClient.Driver;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override int SabotageRecordsPerSource => 500;

    // Boxed values, and a string for each double.
    protected override int AllocatedBytesPerRecord => 20_000;

    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "flush-1";
}

/// <summary>Its bulk copy, by blocking calls.</summary>
[Collection("mysql")]
public sealed class MySqlDriverConformanceTests(MySqlFixture fixture) : MySqlDriverConformance
{
    protected override string? Endpoint => fixture.Endpoint + "?way=load";
}

/// <summary>Its prepared statements, by asynchronous calls.</summary>
[Collection("mysql")]
public sealed class MySqlDriverPreparedConformanceTests(MySqlFixture fixture) : MySqlDriverConformance
{
    protected override string? Endpoint => fixture.Endpoint + "?way=prepared&calls=async";

    protected override bool StartsPrivate => false;
}
