using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>Where a server of HTTP is: <c>[http://|https://][USER@]HOST[:PORT]</c>.</summary>
/// <param name="Server">The server.</param>
/// <param name="IsEncrypted">Whether the traffic is.</param>
/// <param name="User">Who logs in; null for nobody.</param>
internal sealed record HttpPlace(EndPoint Server, bool IsEncrypted, string? User)
{
    /// <summary>Whether it is on this machine.</summary>
    public bool IsLocal => OwnMachine.Has(Server);

    /// <summary>Reads a place.</summary>
    /// <param name="text">The text.</param>
    /// <param name="port">The port where none is given.</param>
    /// <returns>The place.</returns>
    /// <exception cref="ArgumentException">It is not of the form. A password is not repeated.</exception>
    public static HttpPlace Parse(string text, int port)
    {
        string full = text.Contains("://", StringComparison.Ordinal) ? text : "http://" + text;
        if (!Uri.TryCreate(full, UriKind.Absolute, out var uri) || uri.Scheme is not ("http" or "https") || uri.Host.Length == 0 || uri.AbsolutePath != "/")
        {
            throw new ArgumentException("--endpoint: the server is written [http://|https://][USER@]HOST[:PORT].");
        }

        if (uri.UserInfo.Contains(':', StringComparison.Ordinal))
        {
            throw new ArgumentException("--endpoint: a password does not belong there: set the environment variable that the database's page names, or use --password-file.");
        }

        // A port that is the scheme's own may have been written, or not: what was written ends with it.
        bool isPortGiven = !uri.IsDefaultPort || full.TrimEnd('/').EndsWith(string.Create(CultureInfo.InvariantCulture, $":{uri.Port}"), StringComparison.Ordinal);
        int number = isPortGiven ? uri.Port : port;
        return new HttpPlace(
            IPAddress.TryParse(uri.Host.Trim('[', ']'), out var address) ? new IPEndPoint(address, number) : new DnsEndPoint(uri.Host, number),
            uri.Scheme == "https",
            uri.UserInfo.Length > 0 ? Uri.UnescapeDataString(uri.UserInfo) : null);
    }

    /// <summary>The text that is read back as the same place.</summary>
    public override string ToString() =>
        $"{(IsEncrypted ? "https" : "http")}://{(User is { } user ? Uri.EscapeDataString(user) + "@" : string.Empty)}{HttpConnection.Name(Server)}";

    /// <summary>How connections are made there.</summary>
    /// <param name="options">The target's options.</param>
    /// <param name="authorization">The credentials of requests; null for nobody's.</param>
    /// <param name="authority">A file with the certificates of authorities to trust; null for the machine's.</param>
    /// <param name="acceptsAnyCertificate">Whether the certificate is not checked.</param>
    public HttpConnectionOptions Connection(TargetOptions options, Func<string>? authorization, string? authority, bool acceptsAnyCertificate) => new()
    {
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        Authorization = authorization,
        Tls = IsEncrypted ? new TlsOptions { Authorities = CertificateFiles.Authorities("ca", authority), AcceptsAnyCertificate = acceptsAnyCertificate } : null,
    };
}
