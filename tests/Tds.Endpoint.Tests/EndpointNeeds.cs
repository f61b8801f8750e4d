using DbIngest.Wire.Tests.Tds;

namespace DbIngest.Tds.Endpoint.Tests;

/// <summary>What these tests need.</summary>
internal sealed class EndpointNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
    [
        new("tds-mock", "put the mock of SQL Server's protocol into ../shared/servers", () => TdsMock.Missing),
        new("freetds", "apt-get install freetds-bin", () => SearchPath.FindMissing("freebcp")),
        new("mssql-bulk", "put SQL Server's Rust client into ../shared/peers",
            () => Peer.Beside("shared", "peers", "mssql-bulk", "mssql-bulk") is null
            ? "The vendor's Rust client is not beside the repository (../shared/peers/mssql-bulk)."
            : null),
    ];
}
