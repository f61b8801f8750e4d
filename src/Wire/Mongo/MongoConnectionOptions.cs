namespace DbIngest.Wire.Mongo;

/// <summary>
/// Timeouts, encryption, credentials and compression of a <see cref="MongoConnection"/>. The MongoDB target's definition builds
/// it from the endpoint. Each connection reads it once, when it is opened. Immutable.
/// </summary>
public sealed record MongoConnectionOptions : ConnectionOptions
{
    /// <summary>The largest answer to accept, in bytes: the server's own limit of a message.</summary>
    public int MaxMessageBytes { get; init; } = 48_000_000;

    /// <summary>Who logs in; null to connect without authentication.</summary>
    public MongoCredentials? Credentials { get; init; }

    /// <summary>Level of zlib, 0 to 9, or -1 for its default; null without compression.</summary>
    public int? ZlibLevel { get; init; }

    /// <summary>The client's name in the server's log.</summary>
    public string ApplicationName { get; init; } = "dbingest";
}
