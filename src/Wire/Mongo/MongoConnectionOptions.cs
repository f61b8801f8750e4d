namespace DbIngest.Wire.Mongo;

/// <summary>How connections are made.</summary>
public sealed record MongoConnectionOptions
{
    /// <summary>How long opening may take, login included; at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, and how long one answer may take to arrive.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>The largest answer accepted from the server, in bytes: its own limit of a message.</summary>
    public int MaxMessageBytes { get; init; } = 48_000_000;

    /// <summary>Who logs in; null where nobody does.</summary>
    public MongoCredentials? Credentials { get; init; }

    /// <summary>How hard zlib tries, 0 to 9, or -1 for its default; null where nothing is compressed.</summary>
    public int? ZlibLevel { get; init; }

    /// <summary>Encryption; null for none.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>What the server's log calls us.</summary>
    public string ApplicationName { get; init; } = "dbingest";

    /// <summary>How the socket is connected.</summary>
    internal SocketSettings Socket => new() { RequestTimeout = RequestTimeout, ConnectTimeout = ConnectTimeout, KeepsAlive = true };
}
