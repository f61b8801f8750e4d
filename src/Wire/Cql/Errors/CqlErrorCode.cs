namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// Error codes of the native protocol, section 9. <c>CassandraErrors</c> decides by them whether to retry. Schema, users and
/// <c>WriteJob</c> recognise single codes. Codes unknown here stay numbers.
/// </summary>
public enum CqlErrorCode
{
    /// <summary>An unexpected failure in the server.</summary>
    ServerError = 0x0000,

    /// <summary>The server could not understand a message.</summary>
    ProtocolError = 0x000A,

    /// <summary>User or password is wrong or missing, or could not be checked.</summary>
    AuthenticationError = 0x0100,

    /// <summary>Too few replicas are alive for the consistency level. Nothing was attempted.</summary>
    Unavailable = 0x1000,

    /// <summary>The coordinator is overloaded.</summary>
    Overloaded = 0x1001,

    /// <summary>The coordinator is still joining the ring.</summary>
    IsBootstrapping = 0x1002,

    /// <summary>A truncation failed.</summary>
    TruncateError = 0x1003,

    /// <summary>Too few replicas confirmed a write in time. The write may or may not be applied.</summary>
    WriteTimeout = 0x1100,

    /// <summary>Too few replicas answered a read in time.</summary>
    ReadTimeout = 0x1200,

    /// <summary>A replica failed while reading.</summary>
    ReadFailure = 0x1300,

    /// <summary>A user-defined function failed.</summary>
    FunctionFailure = 0x1400,

    /// <summary>A replica failed while writing. The write may or may not be applied elsewhere.</summary>
    WriteFailure = 0x1500,

    /// <summary>The change log of the table is full.</summary>
    CdcWriteFailure = 0x1600,

    /// <summary>Whether a conditional write was applied is unknown.</summary>
    CasWriteUnknown = 0x1700,

    /// <summary>The statement is not valid CQL.</summary>
    SyntaxError = 0x2000,

    /// <summary>The user lacks a permission.</summary>
    Unauthorized = 0x2100,

    /// <summary>The statement is valid CQL but cannot be executed: for example an unknown table or a wrong type.</summary>
    Invalid = 0x2200,

    /// <summary>The server's configuration does not allow it.</summary>
    ConfigError = 0x2300,

    /// <summary>The keyspace or table exists already.</summary>
    AlreadyExists = 0x2400,

    /// <summary>The server does not know the prepared statement, or has dropped it. Prepare it again.</summary>
    Unprepared = 0x2500,
}
