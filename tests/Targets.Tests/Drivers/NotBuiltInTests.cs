#if !OFFICIAL_DRIVERS
using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>A build without the vendors' drivers.</summary>
public sealed class NotBuiltInTests
{
    [SkippableFact]
    public void Driver_OfCassandra_IsTested() =>
        Skip.If(true, "CassandraCSharpDriver is not in this build: dotnet test tests/Targets.Tests -p:OfficialDrivers=true");

    [SkippableFact]
    public void Driver_OfMySql_IsTested() =>
        Skip.If(true, "MySqlConnector is not in this build: dotnet test tests/Targets.Tests -p:OfficialDrivers=true");

    [Fact]
    public void Open_DriverOfMariaDb_NamesTheRemedy() =>
        Should.Throw<ArgumentException>(() => new MariaDbDefinition().Open(new TargetOptions { Client = "driver", WorkFolder = "unused" }))
            .Message.ShouldContain("-p:OfficialDrivers=true");

    [Fact]
    public void Open_DriverOfCassandra_NamesTheRemedy() =>
        Should.Throw<ArgumentException>(() => new CassandraDefinition().Open(new TargetOptions { Client = "Driver", WorkFolder = "unused" }))
            .Message.ShouldContain("-p:OfficialDrivers=true");

    [Fact]
    public void Open_UnknownClient_NamesThoseThereAre() =>
        Should.Throw<ArgumentException>(() => new CassandraDefinition().Open(new TargetOptions { Client = "pigeon", WorkFolder = "unused" }))
            .Message.ShouldContain("wire");
}
#endif
