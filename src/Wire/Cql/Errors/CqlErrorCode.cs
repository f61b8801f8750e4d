namespace DbIngest.Wire.Cql.Errors;

/// <summary>The error codes of the native protocol, section 9. A server may send others; they are kept as numbers.</summary>
public enum CqlErrorCode
{
    /// <summary>Something unexpected happened in the server.</summary>
    ServerError = 0x0000,

    /// <summary>The server could not understand a message.</summary>
    ProtocolError = 0x000A,

    /// <summary>User or password are wrong, or none were given.</summary>
    AuthenticationError = 0x0100,

    /// <summary>Too few replicas are alive for the consistency level: nothing was tried.</summary>
    Unavailable = 0x1000,

    /// <summary>The coordinator has too much to do.</summary>
    Overloaded = 0x1001,

    /// <summary>The coordinator is still joining the ring.</summary>
    IsBootstrapping = 0x1002,

    /// <summary>A truncation failed.</summary>
    TruncateError = 0x1003,

    /// <summary>Too few replicas confirmed a write in time: it may or may not be applied.</summary>
    WriteTimeout = 0x1100,

    /// <summary>Too few replicas answered a read in time.</summary>
    ReadTimeout = 0x1200,

    /// <summary>A replica failed while reading.</summary>
    ReadFailure = 0x1300,

    /// <summary>A user-defined function failed.</summary>
    FunctionFailure = 0x1400,

    /// <summary>A replica failed while writing: the write may or may not be applied elsewhere.</summary>
    WriteFailure = 0x1500,

    /// <summary>The change log of the table is full.</summary>
    CdcWriteFailure = 0x1600,

    /// <summary>It is not known whether a conditional write was applied.</summary>
    CasWriteUnknown = 0x1700,

    /// <summary>The statement is not CQL.</summary>
    SyntaxError = 0x2000,

    /// <summary>The user may not do this.</summary>
    Unauthorized = 0x2100,

    /// <summary>The statement is CQL but cannot be done: an unknown table, a wrong type.</summary>
    Invalid = 0x2200,

    /// <summary>The server's configuration does not allow it.</summary>
    ConfigError = 0x2300,

    /// <summary>The keyspace or table is there already.</summary>
    AlreadyExists = 0x2400,

    /// <summary>The server does not know the prepared statement (any more): it must be prepared again.</summary>
    Unprepared = 0x2500,
}
