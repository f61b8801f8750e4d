using System.Net;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Says where a MySQL or MariaDB server is, who logs in and how to encrypt. <c>MySqlEndpoint</c> builds it from the endpoint.
/// <see cref="MySqlConnection"/> reads it when it opens, and <c>DriverConnections</c> translates it for the vendor's driver.
/// Immutable.
/// </summary>
public sealed record MySqlConnectionOptions
{
    /// <summary>An IP address, a DNS name with a port, or a Unix socket.</summary>
    public required EndPoint Server { get; init; }

    /// <summary>The user's name.</summary>
    public required string User { get; init; }

    /// <summary>
    /// Returns the password; empty for none. Called once or several times per login, even if the server asks for no password.
    /// </summary>
    public Func<string> Password { get; init; } = static () => string.Empty;

    /// <summary>The default database; null for none.</summary>
    public string? Database { get; init; }

    /// <summary>Whether to encrypt; Unix sockets never are.</summary>
    public MySqlTlsMode TlsMode { get; init; } = MySqlTlsMode.Preferred;

    /// <summary>
    /// Which certificates to trust when encrypting. By default any certificate, so nothing proves who the server is.
    /// </summary>
    public TlsOptions Tls { get; init; } = new() { AcceptsAnyCertificate = true };

    /// <summary>
    /// Whether to accept the server's public key over an unencrypted connection to send the password for
    /// <c>caching_sha2_password</c>. An attacker in the middle could then substitute his key.
    /// </summary>
    public bool TakesPublicKey { get; init; }

    /// <summary>Time to open a connection, login included.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, and how long one answer may take to arrive whole.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Whether the connection uses TCP, where others may listen.</summary>
    internal bool IsNetwork => Server is not System.Net.Sockets.UnixDomainSocketEndPoint;

    internal SocketSettings Socket => new() { ConnectTimeout = ConnectTimeout, RequestTimeout = RequestTimeout };
}
