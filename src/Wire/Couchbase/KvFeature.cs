namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Features that <see cref="KvConnection"/> requests by HELLO (kv_engine, docs/BinaryProtocol.md). The node grants a subset,
/// <see cref="KvConnection.Features"/>. The Couchbase target's definition and contracts refuse an endpoint or durability level
/// that needs a missing one. <see cref="KvConnection"/> requests every member (Snappy only if the options ask for it), so a new
/// member changes what nodes grant.
/// </summary>
public enum KvFeature
{
    /// <summary>Nagle's algorithm is off.</summary>
    TcpNoDelay = 0x03,

    /// <summary>Errors carry more codes and a context, and never close the connection.</summary>
    ExtendedErrors = 0x07,

    /// <summary>The connection selects its bucket by a command.</summary>
    SelectBucket = 0x08,

    /// <summary>Values may be compressed with Snappy in both directions.</summary>
    Snappy = 0x0a,

    /// <summary>Values may be marked as JSON, which requests for range scans require.</summary>
    Json = 0x0b,

    /// <summary>Answers may arrive in another order than their requests.</summary>
    UnorderedExecution = 0x0e,

    /// <summary>Requests may carry framing extras.</summary>
    AlternativeRequests = 0x10,

    /// <summary>Writes may request a durability level.</summary>
    SynchronousReplication = 0x11,

    /// <summary>Keys begin with the id of their collection.</summary>
    Collections = 0x12,

    /// <summary>Only the first answer that rejects a vBucket carries the new cluster map.</summary>
    DedupeNotMyVBucketMap = 0x1e,
}
