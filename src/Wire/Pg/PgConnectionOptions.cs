namespace DbIngest.Wire.Pg;

/// <summary>Where a server is and how to connect to it.</summary>
public sealed record PgConnectionOptions
{
    /// <summary>A name, an address, or the folder of a Unix socket (an abstract one begins with @).</summary>
    public required string Host { get; init; }

    /// <summary>The port; of a Unix socket, the end of its name.</summary>
    public int Port { get; init; } = 5432;

    /// <summary>The role.</summary>
    public required string User { get; init; }

    /// <summary>Hands out the password when the server asks for one; gives null when there is none.</summary>
    public Func<string?> Password { get; init; } = () => null;

    /// <summary>What else the session starts with, <c>database</c> and server settings among it.</summary>
    public IReadOnlyDictionary<string, string> Parameters { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Encryption.</summary>
    public PgTlsOptions Tls { get; init; } = new();

    /// <summary>Whether SCRAM is bound to the encrypted channel.</summary>
    public PgChannelBinding ChannelBinding { get; init; } = PgChannelBinding.Prefer;

    /// <summary>How long opening may take, login included; at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may take no bytes, or give none that are awaited.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Whether TCP asks now and then whether the server is still there.</summary>
    public bool KeepsAlive { get; init; }

    /// <summary>After how many seconds of silence TCP asks first; 0 for the system's own.</summary>
    public int KeepAliveTimeS { get; init; }

    /// <summary>Seconds between further questions; 0 for <see cref="KeepAliveTimeS"/>.</summary>
    public int KeepAliveIntervalS { get; init; }

    /// <summary>The socket's send buffer in bytes; 0 for the system's own.</summary>
    public int SendBufferBytes { get; init; }

    /// <summary>The socket's receive buffer in bytes; 0 for the system's own.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>How much COPY data is collected and sent by one call of the operating system.</summary>
    public int CopyBufferBytes { get; init; } = 256 * 1024;

    /// <summary>The size of a CopyData message: the server takes each whole into its memory before it reads rows from it.</summary>
    public int CopyMessageBytes { get; init; } = 32 * 1024;

    /// <summary>How the socket is connected.</summary>
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
