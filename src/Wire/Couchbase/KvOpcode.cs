namespace DbIngest.Wire.Couchbase;

/// <summary>Commands of the key-value protocol that are used here (kv_engine, docs/BinaryProtocol.md, and docs/dcp).</summary>
public enum KvOpcode : byte
{
    /// <summary>Reads a document.</summary>
    Get = 0x00,

    /// <summary>Stores a document, whether it is there or not.</summary>
    Set = 0x01,

    /// <summary>Stores a document that is not there yet.</summary>
    Add = 0x02,

    /// <summary>Stores a document that is there already.</summary>
    Replace = 0x03,

    /// <summary>Deletes a document.</summary>
    Delete = 0x04,

    /// <summary>Does nothing.</summary>
    Noop = 0x0a,

    /// <summary>Statistics of a node: an answer for each, and an empty one at the end.</summary>
    Stat = 0x10,

    /// <summary>Both say what they can.</summary>
    Hello = 0x1f,

    /// <summary>The mechanisms of logging in.</summary>
    SaslListMechanisms = 0x20,

    /// <summary>Begins to log in.</summary>
    SaslAuth = 0x21,

    /// <summary>Goes on logging in.</summary>
    SaslStep = 0x22,

    /// <summary>The sequence numbers of all vBuckets of a node.</summary>
    GetAllVBucketSequences = 0x48,

    /// <summary>Opens the connection for changes (DCP).</summary>
    DcpOpen = 0x50,

    /// <summary>Asks for the changes of a vBucket.</summary>
    DcpStreamRequest = 0x53,

    /// <summary>From the server: a vBucket's stream is at its end.</summary>
    DcpStreamEnd = 0x55,

    /// <summary>From the server: a document was stored.</summary>
    DcpMutation = 0x57,

    /// <summary>From the server: a document was deleted.</summary>
    DcpDeletion = 0x58,

    /// <summary>From the server: a document expired.</summary>
    DcpExpiration = 0x59,

    /// <summary>Names the bucket that the connection is for.</summary>
    SelectBucket = 0x89,

    /// <summary>The cluster's map.</summary>
    GetClusterConfig = 0xb5,

    /// <summary>The number of a collection.</summary>
    CollectionsGetId = 0xbb,

    /// <summary>Begins a scan of a range of keys (docs/range_scans).</summary>
    RangeScanCreate = 0xda,

    /// <summary>Asks for the next keys of a scan.</summary>
    RangeScanContinue = 0xdb,

    /// <summary>Ends a scan early.</summary>
    RangeScanCancel = 0xdc,
}
