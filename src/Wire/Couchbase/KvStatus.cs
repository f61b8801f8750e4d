namespace DbIngest.Wire.Couchbase;

/// <summary>What a server answers (kv_engine, docs/BinaryProtocol.md, "Response Status").</summary>
public enum KvStatus
{
    /// <summary>It is done.</summary>
    Success = 0x00,

    /// <summary>There is no such key.</summary>
    KeyNotFound = 0x01,

    /// <summary>The key is there already, or has another CAS.</summary>
    KeyExists = 0x02,

    /// <summary>The value is too large.</summary>
    TooBig = 0x03,

    /// <summary>The request is malformed.</summary>
    InvalidArguments = 0x04,

    /// <summary>The document was not stored.</summary>
    NotStored = 0x05,

    /// <summary>Another node has the vBucket; the answer may hold the cluster's map.</summary>
    NotMyVBucket = 0x07,

    /// <summary>The connection has no bucket.</summary>
    NoBucket = 0x08,

    /// <summary>The document is locked.</summary>
    Locked = 0x09,

    /// <summary>The user must log in again.</summary>
    AuthenticationStale = 0x1f,

    /// <summary>User or password are wrong.</summary>
    AuthenticationError = 0x20,

    /// <summary>The login goes on.</summary>
    AuthenticationContinue = 0x21,

    /// <summary>A number is out of its range.</summary>
    OutOfRange = 0x22,

    /// <summary>The stream must begin earlier.</summary>
    Rollback = 0x23,

    /// <summary>The user may not do this.</summary>
    NoAccess = 0x24,

    /// <summary>The node is being initialised.</summary>
    NotInitialized = 0x25,

    /// <summary>There is no such command.</summary>
    UnknownCommand = 0x81,

    /// <summary>The node has no memory left.</summary>
    OutOfMemory = 0x82,

    /// <summary>The node cannot do this.</summary>
    NotSupported = 0x83,

    /// <summary>An error within the node.</summary>
    InternalError = 0x84,

    /// <summary>The node is busy.</summary>
    Busy = 0x85,

    /// <summary>It may work later.</summary>
    TemporaryFailure = 0x86,

    /// <summary>There is no such collection.</summary>
    UnknownCollection = 0x88,

    /// <summary>The node has no collections.</summary>
    NoCollectionsManifest = 0x89,

    /// <summary>There is no such scope.</summary>
    UnknownScope = 0x8c,

    /// <summary>There is no such durability level.</summary>
    DurabilityInvalidLevel = 0xa0,

    /// <summary>There are too few nodes for the durability level.</summary>
    DurabilityImpossible = 0xa1,

    /// <summary>Another synchronous write of the document is under way.</summary>
    SyncWriteInProgress = 0xa2,

    /// <summary>Whether the synchronous write took place is not known.</summary>
    SyncWriteAmbiguous = 0xa3,

    /// <summary>A synchronous write of the document is being committed again.</summary>
    SyncWriteReCommitInProgress = 0xa4,

    /// <summary>The scan was ended by somebody else.</summary>
    RangeScanCancelled = 0xa5,

    /// <summary>The scan has more.</summary>
    RangeScanMore = 0xa6,

    /// <summary>The scan is at its end.</summary>
    RangeScanComplete = 0xa7,
}
