using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Targets.Tests;

/// <summary>Certificates for servers and clients of the tests.</summary>
internal static class TestCertificate
{
    /// <summary>Makes a certificate and its key, as PEM files.</summary>
    /// <param name="path">The files' path, without <c>.crt</c> and <c>.key</c>.</param>
    /// <param name="name">Whose it is.</param>
    /// <param name="issuer">The path of the authority that it comes from; null for an authority.</param>
    /// <returns>The path.</returns>
    public static string Make(string path, string name, string? issuer)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name.Replace(' ', '-'));
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: issuer is null, false, 0, critical: true));
        var now = DateTimeOffset.UtcNow;
        using var authority = issuer is null ? null : X509Certificate2.CreateFromPemFile(issuer + ".crt", issuer + ".key");
        using var certificate = authority is null
            ? request.CreateSelfSigned(now.AddDays(-1), now.AddDays(2))
            : request.Create(authority, now.AddHours(-1), now.AddDays(1), RandomNumberGenerator.GetBytes(8));
        File.WriteAllText(path + ".crt", certificate.ExportCertificatePem());
        File.WriteAllText(path + ".key", key.ExportPkcs8PrivateKeyPem());
        return path;
    }
}
