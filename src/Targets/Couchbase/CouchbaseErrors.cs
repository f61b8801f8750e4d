using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Converts failures of the protocol client into exceptions that say whether a retry may help, whether the batch may be stored,
/// and what the user can do. <see cref="CouchbaseWriter"/>, <see cref="CouchbaseAudit"/>, <see cref="CouchbaseDefinition"/> and
/// <see cref="BucketContent"/> call it, and so do path and writer of the vendor's driver. It never repeats a request.
/// </summary>
internal static class CouchbaseErrors
{
    /// <summary>Converts the failure of a batch.</summary>
    /// <param name="error">The client's failure.</param>
    /// <param name="anySent">True if any part of the batch may have been stored before.</param>
    public static BatchWriteException OfWrite(WireException error, bool anySent) =>
        new(error.Message, IsTransient(error), anySent || IsAmbiguous(error), error);

    /// <summary>
    /// Converts the failure of an operation on a single record. A document that others changed each time was not changed. After
    /// any other failure the operation may have taken effect.
    /// </summary>
    /// <param name="error">The client's failure.</param>
    public static BatchWriteException OfOperation(WireException error) =>
        error is KvServerException { Status: KvStatus.KeyExists }
            ? new(error.Message, isTransient: true, isAmbiguous: false, error) { IsConflict = true }
            : OfWrite(error, anySent: true);

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    /// <summary>True if a retry may help.</summary>
    public static bool IsTransient(WireException error) =>
        error is ConnectionLostException or KvServerException { IsTransient: true };

    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        KvServerException server => server.IsAmbiguous,
        _ => true,
    };

    private static string Remedy(WireException error) => error switch
    {
        KvServerException { Status: KvStatus.AuthenticationError } or NoPasswordException =>
            $"{AccessRemedy.Password("couchbase")}; the user is in --endpoint, couchbase://USER@HOST, else Administrator",
        KvServerException { Status: KvStatus.NoAccess } =>
            " (remedy: the bucket must be there, and the user must have it: a role such as Bucket Full Access; create=true in "
            + "--endpoint creates a bucket)",
        _ => AccessRemedy.Certificate(error,
            "name its authority's file by trust_certificate=FILE in --endpoint, or take tls_verify=none"),
    };
}
