using DbIngest.Abstractions.Targets;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Tests.SqlServer;

[Collection("sqlserver")]
public class SqlServerConformanceTests(SqlServerFixture fixture) : TargetConformance<SqlServerDefinition>
{
    protected override string? Client => WriteClient.Wire;

    protected override string? Endpoint => fixture.Endpoint;

    protected override Secret? Password => fixture.Password;

    protected override string BadEndpoint => "127.0.0.1,1";

    protected override bool StartsPrivate => false;
}
