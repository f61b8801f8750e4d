using System.Net;

namespace DbIngest.Wire.MySql;

/// <summary>How a connection to a MySQL or MariaDB server is made.</summary>
public sealed record MySqlConnectionOptions
{
    /// <summary>An address, a name with a port, or a Unix socket.</summary>
    public required EndPoint Server { get; init; }

    /// <summary>The user.</summary>
    public required string User { get; init; }

    /// <summary>Asked for the password when the server wants one; empty for none.</summary>
    public Func<string> Password { get; init; } = static () => string.Empty;

    /// <summary>The database that is used; null for none.</summary>
    public string? Database { get; init; }

    /// <summary>Whether to encrypt. A Unix socket never is.</summary>
    public MySqlTlsMode TlsMode { get; init; } = MySqlTlsMode.Preferred;

    /// <summary>What is checked of the server's certificate.</summary>
    public TlsOptions Tls { get; init; } = new() { AcceptsAnyCertificate = true };

    /// <summary>
    /// Whether the key that the password is encrypted with may be taken from the server over an open connection, where anybody in the middle can put
    /// his own: <c>caching_sha2_password</c> without encryption.
    /// </summary>
    public bool TakesPublicKey { get; init; }

    /// <summary>How long connecting may take, logging in included.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, or take to answer whole.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Whether the connection leaves this machine's kernel open: over TCP.</summary>
    internal bool IsNetwork => Server is not System.Net.Sockets.UnixDomainSocketEndPoint;

    internal SocketSettings Socket => new() { ConnectTimeout = ConnectTimeout, RequestTimeout = RequestTimeout };
}
