using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Converts failures of the protocol client into exceptions that say whether a retry may help, whether the batch may be stored,
/// and what the user can do. <see cref="MongoWriter"/> and <see cref="MongoDefinition"/> call it. It never repeats a request.
/// </summary>
internal static class MongoErrors
{
    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="error">The client's failure.</param>
    /// <param name="anySent">True if any part of the batch may have been stored before.</param>
    public static BatchWriteException OfWrite(WireException error, bool anySent) =>
        new(error.Message, IsTransient(error), anySent || IsAmbiguous(error), error);

    /// <summary>
    /// Converts the failure of an operation on single records. A write conflict changed nothing. After any other failure the
    /// operation may have taken effect.
    /// </summary>
    /// <param name="error">The failure.</param>
    public static BatchWriteException OfOperation(WireException error) =>
        error is MongoServerException { Code: MongoErrorCode.WriteConflict }
            ? new(error.Message, isTransient: true, isAmbiguous: false, error) { IsConflict = true }
            : OfWrite(error, anySent: true);

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    // The server has one code for users without a right and for clients without a login.
    private static string Remedy(WireException error) =>
        error is MongoServerException { Code: MongoErrorCode.Unauthorized } refused
            && refused.ServerMessage.StartsWith("not authorized", StringComparison.Ordinal) ? AccessRemedy.Right
        : error is MongoServerException { Code: MongoErrorCode.AuthenticationFailed or MongoErrorCode.Unauthorized }
        ? $"{AccessRemedy.Password("mongodb")}; the user is in --endpoint, mongodb://USER@HOST, and authSource=DATABASE says "
            + $"which database knows the user"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by tlsCAFile=FILE in --endpoint; tlsAllowInvalidHostnames=true where the "
            + "certificate is for another name");

    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        MongoServerException server => server.IsTransient,
        _ => false,
    };

    // Of all answers, only a refusal before anything was executed proves that nothing is stored.
    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        MongoServerException server => server.Code is not (
            MongoErrorCode.NotWritablePrimary or MongoErrorCode.NotPrimaryNoSecondaryOk or MongoErrorCode.Unauthorized
            or MongoErrorCode.ReauthenticationRequired),
        _ => true,
    };
}
