using DbIngest.Wire.Tests.Tds;

namespace DbIngest.Wire.Tests;

/// <summary>What these tests need.</summary>
internal sealed class WireNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
        [new("tds-mock", "put the mock of SQL Server's protocol into ../shared/servers", () => TdsMock.Missing)];
}
