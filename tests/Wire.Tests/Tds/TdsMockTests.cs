using DbIngest.Wire.Tds;

namespace DbIngest.Wire.Tests.Tds;

/// <summary>Our client and the vendor's mock of their own protocol: every way to log in.</summary>
[Needs("tds-mock")]
public sealed class TdsMockTests
{
    [Theory]
    [InlineData("none", TdsEncryption.Optional, false)]
    [InlineData("optional", TdsEncryption.Mandatory, true)]
    [InlineData("strict", TdsEncryption.Strict, true)]
    public void Open_ByEveryMode_IsLetIn(string mode, TdsEncryption encryption, bool isEncrypted)
    {
        using var certificate = TdsCertificates.Make("localhost");
        using var authority = TdsCertificates.Public(certificate);
        using var mock = new TdsMock(mode, mode == "none" ? null : certificate);
        using var connection = TdsConnection.Open(
            Options(mock.Port) with { Encryption = encryption, Tls = new TlsOptions { Authorities = [authority] } });

        connection.IsEncrypted.ShouldBe(isEncrypted);
        var rows = connection.Query("select 1");
        rows.Read().ShouldBeTrue();
        rows.Int64().ShouldBe(1);
        rows.Read().ShouldBeFalse();
        connection.Query("select @p1", 7).Read().ShouldBeFalse(); // it answers calls with nothing
    }

    [Theory]
    [InlineData(8000)]
    [InlineData(32_767)]
    public void Open_PacketSize_IsTheOneThatTheServerSays(int packetBytes)
    {
        using var mock = new TdsMock("none", null);
        using var connection = TdsConnection.Open(Options(mock.Port) with { PacketBytes = packetBytes });

        connection.PacketBytes.ShouldBe(4096); // it gives no other
        var rows = connection.Query($"select 1{new string(' ', 5000)}");
        while (rows.Read())
        {
            rows.Int64().ShouldBe(1);
        }
    }

    [Fact]
    public void Open_SentOn_NamesWhereTo()
    {
        using var mock = new TdsMock("none", null, "--redirect-host", "elsewhere.example", "--redirect-port", "4711");

        Should.Throw<ConnectionLostException>(() => TdsConnection.Open(Options(mock.Port))).Message
            .ShouldContain("elsewhere.example,4711");
    }

    private static TdsConnectionOptions Options(int port) => TdsServers.Options(port) with { Host = "localhost" };
}
