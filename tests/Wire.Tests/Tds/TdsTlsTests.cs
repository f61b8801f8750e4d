using DbIngest.Tds.Endpoint;
using DbIngest.Wire.Tds;

namespace DbIngest.Wire.Tests.Tds;

public sealed class TdsTlsTests
{
    [Theory]
    [InlineData(TlsMode.None, TdsEncryption.Optional, false)]
    [InlineData(TlsMode.Optional, TdsEncryption.Optional, false)] // the login only
    [InlineData(TlsMode.Optional, TdsEncryption.Mandatory, true)]
    [InlineData(TlsMode.Required, TdsEncryption.Optional, true)]
    [InlineData(TlsMode.Required, TdsEncryption.Mandatory, true)]
    [InlineData(TlsMode.Strict, TdsEncryption.Strict, true)]
    public void Open_TrustedCertificate_IsLetInAndLoads(TlsMode mode, TdsEncryption encryption, bool isEncrypted)
    {
        const int Rows = 3000;
        using var certificate = TdsCertificates.Make("localhost");
        using var authority = TdsCertificates.Public(certificate);
        using var endpoint = TdsServers.Start(mode, mode == TlsMode.None ? null : certificate);
        var (stored, table) = TdsServers.Table(endpoint, 3);
        using var connection = TdsConnection.Open(TdsServers.Options(endpoint.Port) with
        {
            Host = "localhost",
            Encryption = encryption,
            Tls = new TlsOptions { Authorities = [authority] },
            PacketBytes = 32_767,
        });

        connection.IsEncrypted.ShouldBe(isEncrypted);
        connection.IsVersion8.ShouldBe(encryption == TdsEncryption.Strict);
        connection.PacketBytes.ShouldBe(isEncrypted ? 16_383 : 32_767);
        var load = connection.BulkLoad(table);
        for (int i = 0; i < Rows; i++)
        {
            TdsServers.Row(load, 1, i, i, double.NaN, -i);
        }

        load.Complete().ShouldBe(Rows);
        stored.Rows[^1].ShouldBe([1, Rows - 1L, Rows - 1.0, null, 1.0 - Rows]);
    }

    [Theory]
    [InlineData(TlsMode.Optional, TdsEncryption.Mandatory)]
    [InlineData(TlsMode.Strict, TdsEncryption.Strict)]
    public void Open_CertificateThatNobodyVouchesFor_IsRefusedByTheClient(TlsMode mode, TdsEncryption encryption)
    {
        using var certificate = TdsCertificates.Make("localhost");
        using var endpoint = TdsServers.Start(mode, certificate);
        var options = TdsServers.Options(endpoint.Port) with { Host = "localhost", Encryption = encryption };

        Should.Throw<ConnectionLostException>(() => TdsConnection.Open(options)).Message
            .ShouldContain("certificate", Case.Insensitive);

        using var trusting = TdsConnection.Open(options with { Tls = new TlsOptions { AcceptsAnyCertificate = true } });
        trusting.IsEncrypted.ShouldBeTrue();
    }

    [Theory]
    [InlineData(TlsMode.Optional, TdsEncryption.Mandatory)]
    [InlineData(TlsMode.Strict, TdsEncryption.Strict)]
    public void Open_CertificateOfAnotherName_IsRefusedUnlessThatIsAskedFor(TlsMode mode, TdsEncryption encryption)
    {
        using var certificate = TdsCertificates.Make("elsewhere.example");
        using var authority = TdsCertificates.Public(certificate);
        using var endpoint = TdsServers.Start(mode, certificate);
        var options = TdsServers.Options(endpoint.Port) with
        {
            Host = "localhost",
            Encryption = encryption,
            Tls = new TlsOptions { Authorities = [authority] }
        };

        Should.Throw<ConnectionLostException>(() => TdsConnection.Open(options));

        using var named = TdsConnection.Open(options with { Tls = options.Tls with { ServerName = "elsewhere.example" } });
        named.IsEncrypted.ShouldBeTrue();
    }

    [Fact]
    public void Open_ServerWithoutEncryption_IsRefusedWhereItIsAskedFor()
    {
        using var endpoint = TdsServers.Start();

        Should.Throw<ConnectionLostException>(() =>
            TdsConnection.Open(TdsServers.Options(endpoint.Port) with { Encryption = TdsEncryption.Mandatory }))
            .Message.ShouldContain("encrypt=false");
    }
}
