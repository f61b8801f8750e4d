namespace DbIngest.Wire.Cql;

/// <summary>
/// Version, timeouts, encryption, credentials and limits of a <see cref="CqlConnection"/>. <c>CassandraEndpoint</c> builds it
/// from the endpoint. Each connection reads it once, when it is opened. Immutable.
/// </summary>
public sealed record CqlConnectionOptions : ConnectionOptions
{
    /// <summary>The version of the native protocol, 4 or 5; null for the newest that the server supports.</summary>
    public int? Version { get; init; }

    /// <summary>The largest message to accept from the server, in bytes.</summary>
    public int MaxMessageBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>How many requests may be unanswered at once.</summary>
    public int MaxInFlight { get; init; } = 1024;

    /// <summary>User and password; null if the server needs none.</summary>
    public CqlCredentials? Credentials { get; init; }

    /// <summary>Whether requests and answers are compressed with LZ4, which needs version 5.</summary>
    public bool IsCompressed { get; init; }
}
