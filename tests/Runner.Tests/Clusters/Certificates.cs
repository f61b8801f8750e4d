using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>An authority, a certificate of it for addresses, and one for CockroachDB's administrator.</summary>
internal static class Certificates
{
    /// <summary>Writes <c>ca.crt</c>, <c>node.crt</c>, <c>root.crt</c> and the keys of both into a folder.</summary>
    public static void Write(string folder, params IEnumerable<string> addresses)
    {
        var now = DateTimeOffset.UtcNow;
        using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var authority = new CertificateRequest("CN=authority of a test", authorityKey, HashAlgorithmName.SHA256);
        authority.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using var root = authority.CreateSelfSigned(now.AddDays(-1), now.AddDays(2));
        Issue(root, folder, "node", addresses);
        Issue(root, folder, "root", []);
        File.WriteAllText(Path.Combine(folder, "ca.crt"), root.ExportCertificatePem() + "\n");
    }

    private static void Issue(X509Certificate2 root, string folder, string name, IEnumerable<string> addresses)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        foreach (string address in addresses)
        {
            names.AddIpAddress(IPAddress.Parse(address));
        }

        request.CertificateExtensions.Add(names.Build());
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.Create(root, now.AddDays(-1), now.AddDays(1), RandomNumberGenerator.GetBytes(8));
        File.WriteAllText(Path.Combine(folder, name + ".crt"), certificate.ExportCertificatePem() + "\n");
        File.WriteAllText(Path.Combine(folder, name + ".key"), key.ExportPkcs8PrivateKeyPem() + "\n");
    }
}
