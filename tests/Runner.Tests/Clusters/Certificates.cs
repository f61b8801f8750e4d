using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>An authority, and a certificate of it for an address.</summary>
internal static class Certificates
{
    /// <summary>Writes <c>ca.crt</c>, <c>node.crt</c> and <c>node.key</c> into a folder.</summary>
    public static void Write(string folder, string address)
    {
        var now = DateTimeOffset.UtcNow;
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var authority = new CertificateRequest("CN=authority of a test", authorityKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using var root = authority.CreateSelfSigned(now.AddDays(-1), now.AddDays(2));
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var node = new CertificateRequest("CN=node of a test", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(address));
        node.CertificateExtensions.Add(names.Build());
        using var certificate = node.Create(root, now.AddDays(-1), now.AddDays(1), [1, 2, 3, 4]);
        File.WriteAllText(Path.Combine(folder, "ca.crt"), root.ExportCertificatePem() + "\n");
        File.WriteAllText(Path.Combine(folder, "node.crt"), certificate.ExportCertificatePem() + "\n");
        File.WriteAllText(Path.Combine(folder, "node.key"), key.ExportPkcs8PrivateKeyPem() + "\n");
    }
}
