namespace DbIngest.Wire.Couchbase;

/// <summary>How connections are made.</summary>
public sealed record KvConnectionOptions
{
    /// <summary>How long opening may take, login included; at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout { get; init; } = SocketSettings.DefaultConnectTimeout;

    /// <summary>How long the server may stay silent, and how long one answer may take to arrive.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>The largest message accepted from the server, in bytes: a document of 20 MiB, and what is around it.</summary>
    public int MaxMessageBytes { get; init; } = 32 << 20;

    /// <summary>Who logs in; null where nobody does.</summary>
    public KvCredentials? Credentials { get; init; }

    /// <summary>The bucket that is selected; null for none.</summary>
    public string? Bucket { get; init; }

    /// <summary>Whether documents are compressed by Snappy on their way, where the node agrees to that.</summary>
    public bool Compresses { get; init; }

    /// <summary>Encryption; null for none.</summary>
    public TlsOptions? Tls { get; init; }

    /// <summary>How the socket is connected.</summary>
    internal SocketSettings Socket => new() { RequestTimeout = RequestTimeout, ConnectTimeout = ConnectTimeout, KeepsAlive = true };
}
