using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Tests;

/// <summary>
/// Two more clients that know nothing of each other load the endpoint, and what it keeps is checked value by value.
/// </summary>
public sealed class PeerTests
{
    private static readonly Dictionary<string, string> NoEnvironment = [];

    [Fact]
    [Needs("mssql-bulk")]
    public void BulkCopy_ByTheVendorsRustClient_IsStoredBitForBit()
    {
        const int Rows = 10_000;
        string? peer = Peer.Beside("shared", "peers", "mssql-bulk", "mssql-bulk");
        using var endpoint = Started(out var table);

        Peer.Run(
            peer!,
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["MSSQL_USER"] = "sa",
                ["MSSQL_PASSWORD"] = "x",
                ["MSSQL_BATCH"] = "3000"
            },
            $"127.0.0.1,{endpoint.Port}", "master", "dbo.t", $"{Rows}");

        // Row r holds r in the int and the bigint column and r / 1024 + c in float column c (the client's own documentation).
        var rows = table.Rows;
        rows.Count.ShouldBe(Rows);
        for (int r = 0; r < Rows; r++)
        {
            rows[r].ShouldBe([r, (long)r, (r / 1024.0) + 2]);
        }
    }

    [Theory]
    [InlineData(TlsMode.Optional, "on")]
    [InlineData(TlsMode.Strict, "strict")]
    [Needs("mssql-bulk")]
    public void BulkCopy_ByTheVendorsRustClientEncrypted_IsStored(TlsMode mode, string encrypt)
    {
        const int Rows = 1000;
        string? peer = Peer.Beside("shared", "peers", "mssql-bulk", "mssql-bulk");
        using var certificate = SqlClientTests.Certificate("localhost");
        using var endpoint = Started(out var table, mode, certificate);
        string file = Path.Combine(Directory.CreateTempSubdirectory("dbingest-mssql-").FullName, "server.pem");
        File.WriteAllText(file, certificate.ExportCertificatePem());

        Peer.Run(
            peer!,
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["MSSQL_USER"] = "sa",
                ["MSSQL_PASSWORD"] = "x",
                ["MSSQL_ENCRYPT"] = encrypt,
                ["MSSQL_CA"] = file
            },
            $"localhost,{endpoint.Port}", "master", "dbo.t", $"{Rows}");

        table.Rows[^1].ShouldBe([Rows - 1, Rows - 1L, ((Rows - 1) / 1024.0) + 2]);
        Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);
    }

    [Fact]
    [Needs("freetds")]
    public void BulkCopy_ByFreeTds_IsStoredBitForBit()
    {
        string? freebcp = Peer.OnPath("freebcp");
        using var endpoint = Started(out var table);
        string file = Path.Combine(Directory.CreateTempSubdirectory("dbingest-freebcp-").FullName, "rows.tsv");
        object?[][] rows = [[1, 2L, 0.5], [-3, 9007199254740993L, null], [int.MaxValue, long.MinValue, -1e300], [0, 0L, 1.0 / 3]];
        File.WriteAllLines(file, rows
            .Select(r => string.Join('\t', r.Select(v => Convert.ToString(v, CultureInfo.InvariantCulture)))));

        Peer.Run(freebcp!, NoEnvironment, "dbo.t", "in", file, "-S", $"127.0.0.1:{endpoint.Port}", "-U", "sa", "-P", "x", "-c",
            "-D", "master");

        table.Rows.ShouldBe(rows);
        Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);
    }

    private static TdsEndpoint Started(out Table table, TlsMode tls = TlsMode.None, X509Certificate2? certificate = null)
    {
        var endpoint = new TdsEndpoint(new EndpointOptions { Tls = tls, Certificate = certificate });
        table = new Table("t",
            [new Column("a", ColumnType.Int, IsNullable: false), new Column("b", ColumnType.BigInt, IsNullable: false),
            new Column("c", ColumnType.Float)]);
        endpoint.Catalog.Add("master", table);
        return endpoint;
    }
}
