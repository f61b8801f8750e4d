using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>How connections are made, and what every request says of us.</summary>
public sealed record HttpConnectionOptions
{
    /// <summary>How long opening may take, encryption included; at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>
    /// How long the server may take no bytes, or stay silent; how long an answer may take to arrive whole, or each 64 KiB of one that is
    /// read by <see cref="HttpConnection.ReadLong"/>.
    /// </summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Encryption; null for none.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>The value of the header <c>Authorization</c>, asked for when a request is made; null where nobody logs in. See <see cref="Basic"/> and <see cref="Bearer"/>.</summary>
    public Func<string>? Authorization { get; init; }

    /// <summary>How the socket is connected.</summary>
    internal SocketSettings Socket => new() { RequestTimeout = RequestTimeout, ConnectTimeout = ConnectTimeout, KeepsAlive = true, Clock = Clock };

    /// <summary>What tells how long an answer takes.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The credentials of a user with a password (RFC 7617).</summary>
    /// <param name="user">The user, without a colon.</param>
    /// <param name="password">The password.</param>
    /// <returns>The header's value.</returns>
    public static string Basic(string user, string password) => "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));

    /// <summary>The credentials of a token (RFC 6750).</summary>
    /// <param name="token">The token.</param>
    /// <param name="scheme">Its scheme, where that is not the standard's.</param>
    /// <returns>The header's value.</returns>
    public static string Bearer(string token, string scheme = "Bearer") => $"{scheme} {token}";
}
