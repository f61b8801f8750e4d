using DbIngest.Core.Targets;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Tests.SqlServer;

public sealed class SqlServerDriverConformanceTests(SqlServerFixture fixture) : SqlServerConformanceTests(fixture)
{
    protected override string? Client => WriteClient.Driver;

    protected override string? SkipReason => SqlClientCultures.Missing;

    // A value is boxed on its way through SqlBulkCopy, and more than once; up to 40 values a record.
    protected override int AllocatedBytesPerRecord => 20_000;
}
