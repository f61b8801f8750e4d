using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>MariaDB's bulk execution, into a table without a key.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public class MariaDbConformanceTests(MySqlFixture fixture) : TargetConformance<MariaDbDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // One value of the server, and the shared one has the default.
    protected override bool IsAvailable(Abstractions.Targets.DurabilityContract contract) => contract.Name == "flush-1";
}

/// <summary>LOAD DATA LOCAL.</summary>
[Collection("mysql")]
public class MariaDbLoadConformanceTests(MySqlFixture fixture) : MariaDbConformanceTests(fixture)
{
    protected override string? Endpoint => base.Endpoint is { } endpoint ? endpoint + "?way=load" : null;

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 500;
}

/// <summary>The other name, at MariaDB as the server: no MySQL is at hand here.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public class MySqlConformanceTests(MySqlFixture fixture) : TargetConformance<MySqlDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 500;

    protected override bool IsAvailable(Abstractions.Targets.DurabilityContract contract) => contract.Name == "flush-1";
}
