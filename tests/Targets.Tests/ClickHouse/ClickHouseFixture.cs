using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Tests.Http;

namespace DbIngest.Targets.Tests.ClickHouse;

public sealed class ClickHouseFixture() : HttpServerFixture(new ClickHouseDefinition(), SkipReason, "?table=kept")
{
    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason { get; } =
        Record.Exception(() => ClickHousePlan.Find(null)) is null ? null
            : "There is no clickhouse-server on the PATH (Debian: apt-get install clickhouse-server).";

    /// <summary>Without the table of the target that keeps it.</summary>
    public override string? Endpoint => base.Endpoint?.Split('?')[0];
}

[CollectionDefinition("clickhouse")]
public sealed class ClickHouseTestCollection : ICollectionFixture<ClickHouseFixture>;
