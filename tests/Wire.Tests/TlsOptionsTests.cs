using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Tests;

/// <summary>Which certificates pass as a server's where an authority is named.</summary>
public sealed class TlsOptionsTests
{
    [Theory]
    [InlineData(null, true)]
    [InlineData("1.3.6.1.5.5.7.3.1", true)]
    [InlineData("1.3.6.1.5.5.7.3.2", false)]
    public void Trusts_CertificateOfANamedAuthority_OnlyForServers(string? purpose, bool isTrusted)
    {
        using var authority = Authority();
        using var certificate = Issue(authority, purpose);
        using var chain = new X509Chain();
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;

        new TlsOptions { Authorities = [authority] }.Trusts(certificate, chain, SslPolicyErrors.RemoteCertificateChainErrors)
            .ShouldBe(isTrusted);
    }

    private static X509Certificate2 Authority()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=authority", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true));
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }

    /// <param name="purpose">The only extended key usage; null for a certificate without that extension.</param>
    private static X509Certificate2 Issue(X509Certificate2 authority, string? purpose)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=server", key, HashAlgorithmName.SHA256);
        if (purpose is not null)
        {
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(purpose)], critical: false));
        }

        var (from, to) = (new DateTimeOffset(authority.NotBefore), new DateTimeOffset(authority.NotAfter));
        return request.Create(authority, from, to, [1, 2, 3, 4]);
    }
}
