namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// Explains each error code to users in a clause without capital and full stop. <see cref="CqlServerException"/> puts it into its
/// message. A code that is unknown here has a clause too.
/// </summary>
internal static class CqlErrorMeaning
{
    public static string Of(CqlErrorCode code) => code switch
    {
        CqlErrorCode.ServerError => "an unexpected failure in the server",
        CqlErrorCode.ProtocolError => "the server could not understand a message",
        CqlErrorCode.AuthenticationError => "the login was refused",
        CqlErrorCode.Unavailable => "too few replicas are alive, nothing was attempted",
        CqlErrorCode.Overloaded => "the coordinator is overloaded",
        CqlErrorCode.IsBootstrapping => "the coordinator is still joining the ring",
        CqlErrorCode.TruncateError => "a truncation failed",
        CqlErrorCode.WriteTimeout => "too few replicas confirmed in time, the write may or may not be applied",
        CqlErrorCode.ReadTimeout => "too few replicas answered in time",
        CqlErrorCode.ReadFailure => "a replica failed while reading",
        CqlErrorCode.FunctionFailure => "a user-defined function failed",
        CqlErrorCode.WriteFailure => "a replica failed while writing, the write may or may not be applied elsewhere",
        CqlErrorCode.CdcWriteFailure => "the change log of the table is full",
        CqlErrorCode.CasWriteUnknown => "whether a conditional write was applied is unknown",
        CqlErrorCode.SyntaxError => "the statement is not valid CQL",
        CqlErrorCode.Unauthorized => "the user lacks a permission",
        CqlErrorCode.Invalid => "the statement cannot be executed",
        CqlErrorCode.ConfigError => "the server's configuration does not allow it",
        CqlErrorCode.AlreadyExists => "the keyspace or table exists already",
        CqlErrorCode.Unprepared => "the statement must be prepared again",
        _ => "an unknown error code",
    };
}
