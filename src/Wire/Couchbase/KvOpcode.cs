namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Commands of the key-value protocol that this client sends or receives (kv_engine, docs/BinaryProtocol.md and docs/dcp). A
/// caller of <see cref="KvConnection"/> names one per request. The answer repeats it. The numbers are the protocol's and must not
/// change.
/// </summary>
public enum KvOpcode : byte
{
    /// <summary>Reads a document.</summary>
    Get = 0x00,

    /// <summary>Stores a document, replacing an existing one.</summary>
    Set = 0x01,

    /// <summary>Stores a document. Fails if it exists.</summary>
    Add = 0x02,

    /// <summary>Stores a document. Fails if it does not exist.</summary>
    Replace = 0x03,

    /// <summary>Deletes a document.</summary>
    Delete = 0x04,

    /// <summary>Does nothing. The server answers.</summary>
    Noop = 0x0a,

    /// <summary>Reads statistics of a node: one answer each, and an empty one at the end.</summary>
    Stat = 0x10,

    /// <summary>Exchanges the features of client and server.</summary>
    Hello = 0x1f,

    /// <summary>Lists the authentication mechanisms.</summary>
    SaslListMechanisms = 0x20,

    /// <summary>Begins the login.</summary>
    SaslAuth = 0x21,

    /// <summary>Continues the login.</summary>
    SaslStep = 0x22,

    /// <summary>Reads the sequence numbers of all vBuckets of a node.</summary>
    GetAllVBucketSequences = 0x48,

    /// <summary>Opens the connection for DCP.</summary>
    DcpOpen = 0x50,

    /// <summary>Requests the DCP stream of a vBucket.</summary>
    DcpStreamRequest = 0x53,

    /// <summary>From the server: the stream of a vBucket ends.</summary>
    DcpStreamEnd = 0x55,

    /// <summary>From the server: a document was stored.</summary>
    DcpMutation = 0x57,

    /// <summary>From the server: a document was deleted.</summary>
    DcpDeletion = 0x58,

    /// <summary>From the server: a document expired.</summary>
    DcpExpiration = 0x59,

    /// <summary>Selects the connection's bucket.</summary>
    SelectBucket = 0x89,

    /// <summary>Reads the cluster map.</summary>
    GetClusterConfig = 0xb5,

    /// <summary>Reads the id of a collection.</summary>
    CollectionsGetId = 0xbb,

    /// <summary>Begins a range scan (docs/range_scans).</summary>
    RangeScanCreate = 0xda,

    /// <summary>Requests the next keys of a scan.</summary>
    RangeScanContinue = 0xdb,

    /// <summary>Ends a scan early.</summary>
    RangeScanCancel = 0xdc,
}
