using System.Net.Sockets;
using Cassandra;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Turns the Cassandra driver's exceptions into those that pipeline and trial runner understand, with the same classification
/// as for this project's own client. <see cref="CassandraDriverPath"/>, <see cref="CassandraDriverSession"/> and
/// <see cref="CassandraDriverWriter"/> call it for every failed call. An unknown failure is ambiguous, so that no stored row
/// counts as missing.
/// </summary>
internal static class CassandraDriverErrors
{
    /// <summary>Whether the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is DriverException or SocketException or IOException or TimeoutException or ObjectDisposedException
            or System.Security.Authentication.AuthenticationException;

    /// <summary>The exception for a batch that was not acknowledged.</summary>
    /// <param name="error">The driver's exception.</param>
    /// <param name="isAmbiguous">Whether part of the batch may be stored.</param>
    public static BatchWriteException OfWrite(Exception error, bool isAmbiguous) =>
        new(Message(error), IsTransient(error), isAmbiguous, error);

    /// <summary>The exception for a failed verb of the target.</summary>
    public static TargetException OfTarget(string what, Exception error) => new(
        $"{what}: {Message(error)}", error, isUnreachable: error is UnavailableException || IsOfConnection(error));

    /// <summary>
    /// Whether the request may have taken effect all the same: true for every failure except those that say that nothing was
    /// attempted.
    /// </summary>
    public static bool IsAmbiguous(Exception error) => error switch
    {
        // No node could be reached, or none had room. The driver never sends a failed request to another node.
        NoHostAvailableException or BusyPoolException => false,
        WriteTimeoutException or WriteFailureException or ServerErrorException or OperationTimedOutException => true,

        // The server answered before it attempted anything.
        UnavailableException or OverloadedException or IsBootstrappingException or PreparedQueryNotFoundException => false,
        QueryValidationException => false,
        _ => true,
    };

    private static bool IsTransient(Exception error) =>
        IsOfConnection(error)
        || error is UnavailableException or OverloadedException or IsBootstrappingException or WriteTimeoutException
        or WriteFailureException
            or ReadTimeoutException or ReadFailureException or ServerErrorException or PreparedQueryNotFoundException
            or BusyPoolException;

    // Nodes that answer but reject the login are reachable, unless they could not check it.
    private static bool IsOfConnection(Exception error) => error is NoHostAvailableException none
        ? !none.Errors.Values.Any(e => e is AuthenticationException
            && !e.Message.Contains(CassandraErrors.Unchecked, StringComparison.Ordinal))
        : error is OperationTimedOutException or SocketException or IOException or TimeoutException or ObjectDisposedException;

    /// <summary>The driver's message; for "no host available" the causes instead, which say more.</summary>
    private static string Message(Exception error) => error is NoHostAvailableException { Errors.Count: > 0 } none
        ? $"no node could take the request; {string.Join("; ", none.Errors.Take(3).Select(e => $"{e.Key}: {e.Value.Message}"))}"
        : error.Message;
}
