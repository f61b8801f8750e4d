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

    /// <summary>Timeouts and socket options.</summary>
    public SocketSettings Socket { get; init; } = new();

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
}
