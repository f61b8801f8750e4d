namespace DbIngest.Wire.Cql.Errors;

/// <summary>What the error codes mean, for a person.</summary>
internal static class CqlErrorMeaning
{
    public static string Of(CqlErrorCode code) => code switch
    {
        CqlErrorCode.ServerError => "something unexpected happened in the server",
        CqlErrorCode.ProtocolError => "the server could not understand a message",
        CqlErrorCode.AuthenticationError => "user or password are wrong or missing",
        CqlErrorCode.Unavailable => "too few replicas are alive, nothing was tried",
        CqlErrorCode.Overloaded => "the coordinator has too much to do",
        CqlErrorCode.IsBootstrapping => "the coordinator is still joining the ring",
        CqlErrorCode.TruncateError => "a truncation failed",
        CqlErrorCode.WriteTimeout => "too few replicas confirmed in time, the write may or may not be applied",
        CqlErrorCode.ReadTimeout => "too few replicas answered in time",
        CqlErrorCode.ReadFailure => "a replica failed while reading",
        CqlErrorCode.FunctionFailure => "a user-defined function failed",
        CqlErrorCode.WriteFailure => "a replica failed while writing, the write may or may not be applied elsewhere",
        CqlErrorCode.CdcWriteFailure => "the change log of the table is full",
        CqlErrorCode.CasWriteUnknown => "it is not known whether a conditional write was applied",
        CqlErrorCode.SyntaxError => "the statement is not CQL",
        CqlErrorCode.Unauthorized => "the user may not do this",
        CqlErrorCode.Invalid => "the statement cannot be carried out",
        CqlErrorCode.ConfigError => "the server's configuration does not allow it",
        CqlErrorCode.AlreadyExists => "the keyspace or table is there already",
        CqlErrorCode.Unprepared => "the statement must be prepared again",
        _ => "a code that this version of the protocol does not have",
    };
}
