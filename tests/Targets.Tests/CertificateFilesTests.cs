using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Targets.Tests;

public sealed class CertificateFilesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Client_PfxWithItsAuthority_IsTheCertificateThatHasTheKey(bool authorityIsFirst)
    {
        var authority = new TestAuthority(_folder);
        string client = authority.Issue("client", "bench");
        using var own = X509Certificate2.CreateFromPemFile(client + ".crt", client + ".key");
        using var issuer = X509CertificateLoader.LoadCertificateFromFile(authority.File);
        var all = new X509Certificate2Collection();
        all.Add(authorityIsFirst ? issuer : own);
        all.Add(authorityIsFirst ? own : issuer);
        string file = Path.Combine(_folder, "client.pfx");
        File.WriteAllBytes(file, all.Export(X509ContentType.Pkcs12).ShouldNotBeNull());

        var context = CertificateFiles.Client("sslcert", file, key: null).ShouldNotBeNull();

        context.TargetCertificate.Subject.ShouldBe("CN=bench");
    }

    [Fact]
    public void Client_PfxWithoutAKey_IsRefusedByItsName()
    {
        var authority = new TestAuthority(_folder);
        using var issuer = X509CertificateLoader.LoadCertificateFromFile(authority.File);
        string file = Path.Combine(_folder, "client.pfx");
        File.WriteAllBytes(file, issuer.Export(X509ContentType.Pkcs12));

        Should.Throw<ArgumentException>(() => CertificateFiles.Client("sslcert", file, key: null))
            .Message.ShouldContain($"sslcert={file}");
    }
}
