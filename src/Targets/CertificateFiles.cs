using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Targets;

/// <summary>
/// Loads the certificate files that an endpoint names. Endpoints and definitions of the databases that encrypt call it before
/// they connect. It only reads files, and reads them again for each call. Its messages name the option and the file, never a
/// password.
/// </summary>
/// <remarks>
/// A file that cannot be read must end in an <see cref="ArgumentException"/>, which callers report as a fault of the endpoint.
/// </remarks>
internal static class CertificateFiles
{
    /// <summary>Loads the authorities to trust.</summary>
    /// <param name="option">The endpoint option, for messages.</param>
    /// <param name="file">A PEM file. Null for none.</param>
    /// <returns>The certificates. Empty without a file.</returns>
    /// <exception cref="ArgumentException">The file cannot be read, or contains no certificate.</exception>
    public static IReadOnlyList<X509Certificate2> Authorities(string option, string? file) =>
        file is null ? [] : [.. Guard(option, file, () => Load(option, file))!];

    /// <summary>Loads the client's certificate with its chain and key.</summary>
    /// <param name="option">The endpoint option, for messages.</param>
    /// <param name="file">A PEM file with the certificate and its chain, or a <c>.pfx</c> file. Null for none.</param>
    /// <param name="key">The PEM file of the key. Null if <paramref name="file"/> contains it.</param>
    /// <param name="password">Password of the key or of the <c>.pfx</c> file.</param>
    /// <returns>The certificate with its chain. Null without a file.</returns>
    /// <exception cref="ArgumentException">A file cannot be read.</exception>
    public static SslStreamCertificateContext? Client(string option, string? file, string? key, string? password = null) =>
        Guard(option, file, () =>
    {
        if (file is null)
        {
            return null;
        }

        bool isPfx = Path.GetExtension(file).Equals(".pfx", StringComparison.OrdinalIgnoreCase);
        var chain = isPfx ? X509CertificateLoader.LoadPkcs12CollectionFromFile(file, password) : Load(option, file);

        // A PEM file begins with the client's certificate. A .pfx file has no order.
        var own = !isPfx ? chain[0] : chain.FirstOrDefault(certificate => certificate.HasPrivateKey)
            ?? throw new ArgumentException($"--endpoint: {option}={file}: the file holds no certificate with its key.");
        X509Certificate2Collection others = [.. chain.Where(certificate => !ReferenceEquals(certificate, own))];
        if (!isPfx)
        {
            own = string.IsNullOrEmpty(password)
                ? X509Certificate2.CreateFromPemFile(file, key ?? file)
                : X509Certificate2.CreateFromEncryptedPemFile(file, password, key ?? file);
        }

        return SslStreamCertificateContext.Create(own, others, offline: true);
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
