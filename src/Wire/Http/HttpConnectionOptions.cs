using System.Net.Security;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// Time-outs, encryption and credentials of a <see cref="HttpConnection"/>. Targets whose servers speak HTTP, and the client of
/// the service, build it from the endpoint. Each connection keeps it. Immutable.
/// </summary>
public sealed record HttpConnectionOptions : ConnectionOptions
{
    /// <summary>
    /// Returns the value of the <c>Authorization</c> header, called once per request head; null without authentication. See
    /// <see cref="Basic"/> and <see cref="Bearer"/>.
    /// </summary>
    public Func<string>? Authorization { get; init; }

    /// <summary>
    /// True for HTTP/2, without encryption by prior knowledge (RFC 9113, 3.3), with it by ALPN. False for HTTP/1.1.
    /// </summary>
    public bool IsHttp2 { get; init; }

    /// <summary>The encryption, which offers the server HTTP/2 alone where that is asked for.</summary>
    internal TlsOptions? Encryption => IsHttp2 && Tls is { } tls ? tls with { Protocols = [SslApplicationProtocol.Http2] } : Tls;

    internal override SocketSettings Socket => base.Socket with { Clock = Clock };

    /// <summary>Measures how long an answer takes; tests replace it.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The header's value for a user with a password (RFC 7617).</summary>
    /// <param name="user">The user's name, without a colon.</param>
    /// <param name="password">The password in clear.</param>
    public static string Basic(string user, string password) => "Basic "
        + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));

    /// <summary>The header's value for a token (RFC 6750).</summary>
    /// <param name="token">The token in clear.</param>
    /// <param name="scheme">The scheme before the token. Some servers use <c>Token</c>.</param>
    public static string Bearer(string token, string scheme = "Bearer") => $"{scheme} {token}";
}
