using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Says where a PostgreSQL server is, who logs in, how to encrypt, and sizes of buffers. <c>PostgresWireOptions</c> and
/// <c>CockroachEndpoint</c> build it from the endpoint. <see cref="PgConnection"/> reads it when it opens. Immutable.
/// </summary>
public sealed record PgConnectionOptions
{
    /// <summary>A DNS name, an IP address, or the folder of a Unix socket (an abstract one begins with @).</summary>
    public required string Host { get; init; }

    /// <summary>The TCP port; for a Unix socket, the end of its file name.</summary>
    public int Port { get; init; } = 5432;

    /// <summary>The role that logs in.</summary>
    public required string User { get; init; }

    /// <summary>Returns the password when the server requires one; null for none.</summary>
    public Func<string?> Password { get; init; } = () => null;

    /// <summary>Further parameters of the session's start: <c>database</c> and server settings.</summary>
    public IReadOnlyDictionary<string, string> Parameters { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>When and how to encrypt.</summary>
    public PgTlsOptions Tls { get; init; } = new();

    /// <summary>Whether SCRAM is bound to the TLS channel.</summary>
    public PgChannelBinding ChannelBinding { get; init; } = PgChannelBinding.Prefer;

    /// <summary>Time to open a connection, login included; never longer than <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>
    /// How long the server may accept no bytes or stay silent, and how long one answer may take to arrive whole.
    /// </summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Whether TCP keep-alive probes are sent.</summary>
    public bool KeepsAlive { get; init; }

    /// <summary>Seconds of silence before the first keep-alive probe; 0 for the system's default.</summary>
    public int KeepAliveTimeS { get; init; }

    /// <summary>Seconds between keep-alive probes; 0 for <see cref="KeepAliveTimeS"/>.</summary>
    public int KeepAliveIntervalS { get; init; }

    /// <summary>The socket's send buffer in bytes; 0 for the system's default.</summary>
    public int SendBufferBytes { get; init; }

    /// <summary>The socket's receive buffer in bytes; 0 for the system's default.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>COPY data to collect before one system call sends them, in bytes.</summary>
    public int CopyBufferBytes { get; init; } = 256 * 1024;

    /// <summary>Size of a CopyData message in bytes. The server reads each whole into memory before it parses rows.</summary>
    public int CopyMessageBytes { get; init; } = 32 * 1024;

    /// <summary>The server's address.</summary>
    internal EndPoint EndPoint
    {
        get
        {
            if (Host.StartsWith('/') || Host.StartsWith('@'))
            {
                // An abstract socket's name begins with a zero.
                string folder = Host[0] == '@' ? string.Concat("\0", Host.AsSpan(1)) : Host;
                return new UnixDomainSocketEndPoint(Path.Combine(folder, FormattableString.Invariant($".s.PGSQL.{Port}")));
            }

            return new DnsEndPoint(Host, Port);
        }
    }

    internal SocketSettings Socket => new()
    {
        RequestTimeout = RequestTimeout,
        ConnectTimeout = ConnectTimeout,
        KeepsAlive = KeepsAlive,
        KeepAliveTimeS = KeepAliveTimeS,
        KeepAliveIntervalS = KeepAliveIntervalS,
        SendBufferBytes = SendBufferBytes,
        ReceiveBufferBytes = ReceiveBufferBytes,
    };
}
