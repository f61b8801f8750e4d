using System.Net.Sockets;
using System.Security.Authentication;
using Couchbase;
using Couchbase.Core.Exceptions;
using Couchbase.Core.Exceptions.KeyValue;
using Couchbase.Core.IO;
using Couchbase.KeyValue;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Turns the Couchbase driver's exceptions into those that pipeline and trial runner understand, with the same classification
/// as for this project's own client. <see cref="CouchbaseDriverPath"/> and <see cref="CouchbaseDriverWriter"/> call it for
/// every failed call of the driver. A request that may have taken effect must stay ambiguous.
/// </summary>
internal static class CouchbaseDriverErrors
{
    /// <summary>Whether the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is CouchbaseException or SocketException or IOException or System.TimeoutException or ObjectDisposedException
            or OperationCanceledException or AuthenticationException;

    /// <summary>The exception for a batch that was not acknowledged.</summary>
    /// <param name="error">The driver's exception.</param>
    /// <param name="anySent">Whether another part of the batch may be stored.</param>
    public static BatchWriteException OfWrite(Exception error, bool anySent) =>
        new(error.Message, IsTransient(error), anySent || IsAmbiguous(error), error);

    /// <summary>
    /// The exception for a failed operation on a single record. A CAS mismatch in the last attempt is a conflict, which changed
    /// nothing. After any other failure the operation may have taken effect.
    /// </summary>
    /// <param name="error">The driver's exception.</param>
    public static BatchWriteException OfOperation(Exception error) => error is CasMismatchException
        ? new(error.Message, isTransient: true, isAmbiguous: false, error) { IsConflict = true }
        : OfWrite(error, anySent: true);

    /// <summary>The exception for a failed verb of the target.</summary>
    public static TargetException OfTarget(string what, Exception error) =>
        new($"{what}: {error.Message}", error, isUnreachable: IsOfConnection(error));

    /// <summary>Whether the request may have taken effect all the same. A request that the server rejected has not.</summary>
    public static bool IsAmbiguous(Exception error) =>
        error is AmbiguousTimeoutException or DurabilityAmbiguousException or InternalServerFailureException
        || (IsOfConnection(error)
            && error is not (UnambiguousTimeoutException or NodeNotAvailableException or ServiceNotAvailableException));

    /// <summary>Whether a retry may succeed.</summary>
    private static bool IsTransient(Exception error) => IsOfConnection(error)
        || error is TemporaryFailureException or ServerOutOfMemoryException or DocumentLockedException
        or DurableWriteInProgressException or DurableWriteReCommitInProgressException or DurabilityAmbiguousException
        or DurabilityImpossibleException or SendQueueFullException;

    private static bool IsOfConnection(Exception error) => error is CouchbaseException
        ? error is global::Couchbase.Core.Exceptions.TimeoutException or RequestCanceledException or ConnectException
        or NodeNotAvailableException or ServiceNotAvailableException
            or SocketNotAvailableException or SocketClosedException or NotMyVBucketException
        : error is SocketException or IOException or System.TimeoutException or ObjectDisposedException;
}
