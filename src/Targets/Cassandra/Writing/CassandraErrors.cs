using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Converts failures of the protocol client into exceptions that say whether a retry may help, whether the batch may be stored,
/// and what the user can do. The cluster, schema, writers, audit and definition call it, and <c>CassandraDriverErrors</c> for the
/// vendor's driver. Only a refusal before any replica wrote may count as unambiguous.
/// </summary>
internal static class CassandraErrors
{
    /// <summary>
    /// Beginning of the message of a node that could not read the user's password (PasswordAuthenticator, from the tables of
    /// <c>system_auth</c>). Its code is that of a wrong password.
    /// </summary>
    public const string Unchecked = "Unable to perform authentication";

    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="error">The client's failure.</param>
    /// <param name="anySent">True if any part of the batch was sent before.</param>
    public static BatchWriteException OfWrite(WireException error, bool anySent) =>
        new(error.Message, IsTransient(error), anySent || IsAmbiguous(error), error);

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    public static TargetException OfTarget(string what, WireException error) => new(
        $"{what}: {error.Message}{Remedy(error)}", error,
            isUnreachable: IsOfNode(error) || error is CqlServerException { Code: CqlErrorCode.Unavailable });

    /// <summary>True if a node does not answer or let the user in now, so that another node may take its place.</summary>
    public static bool IsOfNode(WireException error) => error is ConnectionLostException || IsUnchecked(error);

    private static string Remedy(WireException error) =>
        error is CqlServerException { Code: CqlErrorCode.AuthenticationError } && !IsUnchecked(error)
        ? $"{AccessRemedy.Password("cassandra")}; the user is user=NAME in --endpoint"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, and the name in the certificate by tls_name=NAME");

    private static bool IsUnchecked(WireException error) =>
        error is CqlServerException { Code: CqlErrorCode.AuthenticationError } refused
        && refused.ServerMessage.StartsWith(Unchecked, StringComparison.Ordinal);

    private static bool IsTransient(WireException error) => error switch
    {
        _ when IsOfNode(error) => true,
        CqlServerException server =>
            server.Code is CqlErrorCode.Unavailable or CqlErrorCode.Overloaded or CqlErrorCode.IsBootstrapping
            or CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.ReadTimeout or CqlErrorCode.ReadFailure
            or CqlErrorCode.CasWriteUnknown or CqlErrorCode.ServerError or CqlErrorCode.Unprepared,
        _ => false,
    };

    // Only a refusal before any replica wrote leaves no doubt.
    private static bool IsAmbiguous(WireException error) =>
        error is not CqlServerException
        {
            Code: not (
            CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.CasWriteUnknown or CqlErrorCode.ServerError)
        };
}
