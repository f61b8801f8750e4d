namespace DbIngest.Wire.Mongo;

/// <summary>
/// MongoDB's error codes that the MongoDB target treats in particular ways (src/mongo/base/error_codes.yml). <c>MongoErrors</c>
/// and <see cref="MongoServerException.IsTransient"/> decide by them whether to retry. Writers, collections and measurements of
/// disk space recognise single codes. Codes unknown here stay numbers.
/// </summary>
public enum MongoErrorCode
{
    /// <summary>The server gave no code.</summary>
    Unknown = 0,

    /// <summary>The server cannot reach another host.</summary>
    HostUnreachable = 6,

    /// <summary>The server cannot resolve another host.</summary>
    HostNotFound = 7,

    /// <summary>The user lacks a permission, or did not log in.</summary>
    Unauthorized = 13,

    /// <summary>User or password is wrong.</summary>
    AuthenticationFailed = 18,

    /// <summary>The server does not support the operation.</summary>
    IllegalOperation = 20,

    /// <summary>The collection or database does not exist.</summary>
    NamespaceNotFound = 26,

    /// <summary>The cursor no longer exists.</summary>
    CursorNotFound = 43,

    /// <summary>The collection exists already.</summary>
    NamespaceExists = 48,

    /// <summary>The operation exceeded its time limit.</summary>
    MaxTimeExpired = 50,

    /// <summary>The command does not exist.</summary>
    CommandNotFound = 59,

    /// <summary>Too few members confirmed the write in time.</summary>
    WriteConcernTimeout = 64,

    /// <summary>A connection between servers timed out.</summary>
    NetworkTimeout = 89,

    /// <summary>The server is shutting down.</summary>
    ShutdownInProgress = 91,

    /// <summary>The set has too few members for the write concern.</summary>
    UnsatisfiableWriteConcern = 100,

    /// <summary>Another write changed the document at the same time.</summary>
    WriteConflict = 112,

    /// <summary>No member that fits the read preference can be reached.</summary>
    FailedToSatisfyReadPreference = 133,

    /// <summary>The majority's commit point is not known yet.</summary>
    ReadConcernMajorityNotAvailableYet = 134,

    /// <summary>The primary stepped down.</summary>
    PrimarySteppedDown = 189,

    /// <summary>A connection between servers timed out.</summary>
    NetworkInterfaceExceededTimeLimit = 202,

    /// <summary>The server does not implement a feature that the command asks for.</summary>
    NotImplemented = 238,

    /// <summary>The operation exceeded its time limit.</summary>
    ExceededTimeLimit = 262,

    /// <summary>The connection must log in again.</summary>
    ReauthenticationRequired = 391,

    /// <summary>A connection between servers failed.</summary>
    SocketException = 9001,

    /// <summary>The member is not the primary.</summary>
    NotWritablePrimary = 10107,

    /// <summary>A document with this id exists already.</summary>
    DuplicateKey = 11000,

    /// <summary>The server is shutting down.</summary>
    InterruptedAtShutdown = 11600,

    /// <summary>The member changes its role in the set.</summary>
    InterruptedDueToReplStateChange = 11602,

    /// <summary>The router's view of the shards is outdated.</summary>
    StaleConfig = 13388,

    /// <summary>The member is not the primary.</summary>
    NotPrimaryNoSecondaryOk = 13435,

    /// <summary>The member is neither primary nor secondary: it recovers or starts.</summary>
    NotPrimaryOrSecondary = 13436,
}
