using DbIngest.Core.Targets;
using DbIngest.Targets.Sqlite;
using DbIngest.Targets.Tests.Conformance;

namespace DbIngest.Targets.Tests.Sqlite;

public sealed class SqliteConformanceTests : TargetConformance
{
    protected override TargetDefinition Definition { get; } = new SqliteDefinition();

    protected override string BadEndpoint => typeof(SqliteConformanceTests).Assembly.Location;
}
