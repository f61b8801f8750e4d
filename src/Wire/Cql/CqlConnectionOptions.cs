namespace DbIngest.Wire.Cql;

/// <summary>How connections are made.</summary>
public sealed record CqlConnectionOptions
{
    /// <summary>The largest number of requests that may be unanswered at once: stream ids are 0 to 32,767.</summary>
    public const int LargestMaxInFlight = 32_768;

    /// <summary>The version of the native protocol, 4 or 5; null for the newest that the server has.</summary>
    public int? Version { get; init; }

    /// <summary>How long opening may take, login included; at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, and how long one message may take to arrive.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>The largest message accepted from the server, in bytes.</summary>
    public int MaxMessageBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>How many requests may be unanswered at once.</summary>
    public int MaxInFlight { get; init; } = 1024;

    /// <summary>User and password, for a server that asks for them; null where there are none.</summary>
    public CqlCredentials? Credentials { get; init; }

    /// <summary>Whether requests and answers are compressed (LZ4); only in version 5.</summary>
    public bool IsCompressed { get; init; }

    /// <summary>Encryption; null for none.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>How the socket is connected.</summary>
    internal SocketSettings Socket => new() { RequestTimeout = RequestTimeout, ConnectTimeout = ConnectTimeout, KeepsAlive = true };
}
