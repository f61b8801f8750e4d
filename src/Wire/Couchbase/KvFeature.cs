namespace DbIngest.Wire.Couchbase;

/// <summary>What client and server agree on by HELLO (kv_engine, docs/BinaryProtocol.md).</summary>
public enum KvFeature
{
    /// <summary>Requests are sent at once.</summary>
    TcpNoDelay = 0x03,

    /// <summary>Errors say more, and no connection is closed for one.</summary>
    ExtendedErrors = 0x07,

    /// <summary>A bucket is selected by a command.</summary>
    SelectBucket = 0x08,

    /// <summary>Values may be compressed by Snappy, both ways.</summary>
    Snappy = 0x0a,

    /// <summary>Values may be marked as JSON, as the request for a scan of a range must be.</summary>
    Json = 0x0b,

    /// <summary>Answers may come in another order than their requests.</summary>
    UnorderedExecution = 0x0e,

    /// <summary>Requests may carry framing extras.</summary>
    AlternativeRequests = 0x10,

    /// <summary>Writes may be acknowledged by several nodes.</summary>
    SynchronousReplication = 0x11,

    /// <summary>Keys begin with the number of their collection.</summary>
    Collections = 0x12,

    /// <summary>The cluster's map comes only with the first answer that says that it is another.</summary>
    DedupeNotMyVBucketMap = 0x1e,
}
