namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Status codes of the server's answers (kv_engine, docs/BinaryProtocol.md, "Response Status"). The Couchbase target's writers
/// and error table decide by them what to retry. Codes unknown here stay numbers.
/// </summary>
public enum KvStatus
{
    /// <summary>Success.</summary>
    Success = 0x00,

    /// <summary>The key does not exist.</summary>
    KeyNotFound = 0x01,

    /// <summary>The key exists already, or has another CAS.</summary>
    KeyExists = 0x02,

    /// <summary>The value is too large.</summary>
    TooBig = 0x03,

    /// <summary>The request is malformed.</summary>
    InvalidArguments = 0x04,

    /// <summary>The document was not stored.</summary>
    NotStored = 0x05,

    /// <summary>Another node holds the vBucket. The answer may contain the new cluster map.</summary>
    NotMyVBucket = 0x07,

    /// <summary>No bucket is selected.</summary>
    NoBucket = 0x08,

    /// <summary>The document is locked.</summary>
    Locked = 0x09,

    /// <summary>The user must log in again.</summary>
    AuthenticationStale = 0x1f,

    /// <summary>User or password is wrong.</summary>
    AuthenticationError = 0x20,

    /// <summary>The login continues.</summary>
    AuthenticationContinue = 0x21,

    /// <summary>A number is out of range.</summary>
    OutOfRange = 0x22,

    /// <summary>The DCP stream must begin earlier.</summary>
    Rollback = 0x23,

    /// <summary>The user lacks a permission.</summary>
    NoAccess = 0x24,

    /// <summary>The node is still starting.</summary>
    NotInitialized = 0x25,

    /// <summary>The node does not know the command.</summary>
    UnknownCommand = 0x81,

    /// <summary>The node is out of memory.</summary>
    OutOfMemory = 0x82,

    /// <summary>The node does not support the request.</summary>
    NotSupported = 0x83,

    /// <summary>An internal error of the node.</summary>
    InternalError = 0x84,

    /// <summary>The node is busy.</summary>
    Busy = 0x85,

    /// <summary>Temporary failure. A retry may succeed.</summary>
    TemporaryFailure = 0x86,

    /// <summary>The collection does not exist.</summary>
    UnknownCollection = 0x88,

    /// <summary>The node does not support collections.</summary>
    NoCollectionsManifest = 0x89,

    /// <summary>The scope does not exist.</summary>
    UnknownScope = 0x8c,

    /// <summary>The durability level does not exist.</summary>
    DurabilityInvalidLevel = 0xa0,

    /// <summary>The bucket has too few nodes for the durability level.</summary>
    DurabilityImpossible = 0xa1,

    /// <summary>Another synchronous write to the document is in progress.</summary>
    SyncWriteInProgress = 0xa2,

    /// <summary>The synchronous write may or may not have taken effect.</summary>
    SyncWriteAmbiguous = 0xa3,

    /// <summary>An earlier synchronous write to the document is being committed again.</summary>
    SyncWriteReCommitInProgress = 0xa4,

    /// <summary>Another request or the server cancelled the scan.</summary>
    RangeScanCancelled = 0xa5,

    /// <summary>The scan continues.</summary>
    RangeScanMore = 0xa6,

    /// <summary>The scan is complete.</summary>
    RangeScanComplete = 0xa7,
}
