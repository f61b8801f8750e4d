namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Timeouts, encryption, credentials and bucket of a <see cref="KvConnection"/>. The Couchbase target's definition builds it
/// from the endpoint. Each connection reads it once, when it is opened. Immutable.
/// </summary>
public sealed record KvConnectionOptions : ConnectionOptions
{
    /// <summary>The largest message to accept from the server, in bytes: a document of 20 MiB and its surroundings.</summary>
    public int MaxMessageBytes { get; init; } = 32 << 20;

    /// <summary>Who logs in; null to connect without authentication.</summary>
    public KvCredentials? Credentials { get; init; }

    /// <summary>The bucket to select; null for none.</summary>
    public string? Bucket { get; init; }

    /// <summary>Whether to compress documents with Snappy, if the node agrees.</summary>
    public bool Compresses { get; init; }
}
