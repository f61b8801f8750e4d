using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.SqlServer;

[Trait("Suite", "Slow")]
[Needs("icu")]
public sealed class SqlServerDriverConformanceTests(SqlServerFixture fixture) : SqlServerConformanceTests(fixture)
{
    protected override string? Client => WriteClient.Driver;

    // A value is boxed on its way through SqlBulkCopy, and more than once; up to 40 values a record.
    protected override int AllocatedBytesPerRecord => 20_000;
}
