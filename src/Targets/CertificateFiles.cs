using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Targets;

/// <summary>Certificates that an endpoint names.</summary>
internal static class CertificateFiles
{
    /// <summary>Authorities to trust.</summary>
    /// <param name="option">The option that names the file.</param>
    /// <param name="file">The file, in PEM form; null for none.</param>
    /// <returns>The certificates.</returns>
    /// <exception cref="ArgumentException">It cannot be read, or holds none.</exception>
    public static IReadOnlyList<X509Certificate2> Authorities(string option, string? file) =>
        file is null ? [] : [.. Guard(option, file, () => Load(option, file))!];

    /// <summary>The client's own certificate.</summary>
    /// <param name="option">The option that names the file.</param>
    /// <param name="file">The file, in PEM form, or with the ending <c>.pfx</c>; null for none. What follows the certificate
    /// leads to its authority.</param>
    /// <param name="key">The file of its key, in PEM form.</param>
    /// <param name="password">The password of the key, or of the <c>.pfx</c> file.</param>
    /// <returns>The certificate with its chain.</returns>
    /// <exception cref="ArgumentException">It cannot be read.</exception>
    public static SslStreamCertificateContext? Client(string option, string? file, string? key, string? password = null) =>
        Guard(option, file, () =>
    {
        if (file is null)
        {
            return null;
        }

        bool isPfx = Path.GetExtension(file).Equals(".pfx", StringComparison.OrdinalIgnoreCase);
        var chain = isPfx ? X509CertificateLoader.LoadPkcs12CollectionFromFile(file, password) : Load(option, file);
        if (!isPfx)
        {
            chain[0] = string.IsNullOrEmpty(password)
                ? X509Certificate2.CreateFromPemFile(file, key ?? file)
                : X509Certificate2.CreateFromEncryptedPemFile(file, password, key ?? file);
        }

        return SslStreamCertificateContext.Create(chain[0], [.. chain.Skip(1)], offline: true);
    });

    private static X509Certificate2Collection Load(string option, string file)
    {
        var found = new X509Certificate2Collection();
        found.ImportFromPemFile(file);
        return found.Count > 0 ? found
            : throw new ArgumentException($"--endpoint: {option}={file}: the file holds no certificate in PEM form.");
    }

    private static T? Guard<T>(string option, string? file, Func<T?> read)
        where T : class
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new ArgumentException($"--endpoint: {option}={file}: the certificate cannot be read: {exception.Message}",
                exception);
        }
    }
}
