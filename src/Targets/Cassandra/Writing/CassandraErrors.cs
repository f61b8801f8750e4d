using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Converts failures of the protocol client into exceptions that say whether a retry may help, whether the batch may be stored,
/// and what the user can do. Writers and the definition call it.
/// </summary>
internal static class CassandraErrors
{
    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="error">The client's failure.</param>
    /// <param name="anySent">True if any part of the batch was sent before.</param>
    public static BatchWriteException OfWrite(WireException error, bool anySent) =>
        new(error.Message, IsTransient(error), anySent || IsAmbiguous(error), error);

    /// <summary>Converts the failure of a verb.</summary>
    public static TargetException OfTarget(string what, WireException error) => new(
        $"{what}: {error.Message}{Remedy(error)}", error,
            isUnreachable: error is ConnectionLostException or CqlServerException { Code: CqlErrorCode.Unavailable });

    private static string Remedy(WireException error) => error is CqlServerException { Code: CqlErrorCode.AuthenticationError }
        ? $"{AccessRemedy.Password("cassandra")}; the user is user=NAME in --endpoint"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, and the name in the certificate by tls_name=NAME");

    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        CqlServerException server =>
            server.Code is CqlErrorCode.Unavailable or CqlErrorCode.Overloaded or CqlErrorCode.IsBootstrapping
            or CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.ReadTimeout or CqlErrorCode.ReadFailure
            or CqlErrorCode.CasWriteUnknown or CqlErrorCode.ServerError or CqlErrorCode.Unprepared,
        _ => false,
    };

    // Only an answer that excludes any attempt to write leaves no doubt.
    private static bool IsAmbiguous(WireException error) =>
        error is not CqlServerException
        {
            Code: not (
            CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.CasWriteUnknown or CqlErrorCode.ServerError)
        };
}
