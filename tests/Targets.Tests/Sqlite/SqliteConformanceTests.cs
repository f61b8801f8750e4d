using DbIngest.Targets.Sqlite;

namespace DbIngest.Targets.Tests.Sqlite;

public sealed class SqliteConformanceTests : TargetConformance<SqliteDefinition>
{
    protected override string BadEndpoint => typeof(SqliteConformanceTests).Assembly.Location;
}
