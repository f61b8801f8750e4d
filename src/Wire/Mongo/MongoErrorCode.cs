namespace DbIngest.Wire.Mongo;

/// <summary>Errors that mean something here, by MongoDB's own numbers (src/mongo/base/error_codes.yml).</summary>
public enum MongoErrorCode
{
    /// <summary>The server gave no number.</summary>
    Unknown = 0,

    /// <summary>A host that the server needs cannot be reached.</summary>
    HostUnreachable = 6,

    /// <summary>A host that the server needs is not known.</summary>
    HostNotFound = 7,

    /// <summary>The user may not do this, or nobody has logged in.</summary>
    Unauthorized = 13,

    /// <summary>User or password are wrong.</summary>
    AuthenticationFailed = 18,

    /// <summary>What is asked for is not possible.</summary>
    IllegalOperation = 20,

    /// <summary>The collection or database is not there.</summary>
    NamespaceNotFound = 26,

    /// <summary>The cursor is not there any more.</summary>
    CursorNotFound = 43,

    /// <summary>The collection is there already.</summary>
    NamespaceExists = 48,

    /// <summary>The operation took longer than it was allowed to.</summary>
    MaxTimeExpired = 50,

    /// <summary>There is no such command.</summary>
    CommandNotFound = 59,

    /// <summary>Too few members confirmed the write in time.</summary>
    WriteConcernTimeout = 64,

    /// <summary>The server reached another too late.</summary>
    NetworkTimeout = 89,

    /// <summary>The server is shutting down.</summary>
    ShutdownInProgress = 91,

    /// <summary>There are too few members for the write concern.</summary>
    UnsatisfiableWriteConcern = 100,

    /// <summary>Another write had the document.</summary>
    WriteConflict = 112,

    /// <summary>No member answers that could.</summary>
    FailedToSatisfyReadPreference = 133,

    /// <summary>The majority's state is not known yet.</summary>
    ReadConcernMajorityNotAvailableYet = 134,

    /// <summary>The member was the primary, and steps down.</summary>
    PrimarySteppedDown = 189,

    /// <summary>The server reached another too late.</summary>
    NetworkInterfaceExceededTimeLimit = 202,

    /// <summary>The operation took longer than it was allowed to.</summary>
    ExceededTimeLimit = 262,

    /// <summary>The connection must log in again.</summary>
    ReauthenticationRequired = 391,

    /// <summary>The server lost a connection of its own.</summary>
    SocketException = 9001,

    /// <summary>The member is not the primary.</summary>
    NotWritablePrimary = 10107,

    /// <summary>A document of that identity is there already.</summary>
    DuplicateKey = 11000,

    /// <summary>The server is shutting down.</summary>
    InterruptedAtShutdown = 11600,

    /// <summary>The member changes its part in the set.</summary>
    InterruptedDueToReplStateChange = 11602,

    /// <summary>The router knows the shards as they were.</summary>
    StaleConfig = 13388,

    /// <summary>The member is not the primary.</summary>
    NotPrimaryNoSecondaryOk = 13435,

    /// <summary>The member is neither primary nor secondary: it recovers, or begins.</summary>
    NotPrimaryOrSecondary = 13436,
}
