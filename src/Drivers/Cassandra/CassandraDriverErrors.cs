using System.Net.Sockets;
using Cassandra;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Drivers.Cassandra;

/// <summary>Turns the driver's failures into the exceptions of the contracts, as those of our own client are turned.</summary>
internal static class CassandraDriverErrors
{
    /// <summary>Whether an exception says that the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is DriverException or SocketException or IOException or TimeoutException or ObjectDisposedException
            or System.Security.Authentication.AuthenticationException;

    /// <summary>A batch that was not acknowledged.</summary>
    /// <param name="error">The failure.</param>
    /// <param name="isAmbiguous">Whether a part of the batch may be stored.</param>
    public static BatchWriteException OfWrite(Exception error, bool isAmbiguous) => new(Message(error), IsTransient(error), isAmbiguous, error);

    /// <summary>A verb that failed.</summary>
    public static TargetException OfTarget(string what, Exception error) => new(
        $"{what}: {Message(error)}", error, isUnreachable: error is UnavailableException || IsOfConnection(error));

    /// <summary>Whether the request may have been carried out all the same: every failure but those that say that nothing was tried.</summary>
    public static bool IsAmbiguous(Exception error) => error switch
    {
        // Nothing was sent: no node could be reached, or none had room. (What was sent and failed is never given to another node.)
        NoHostAvailableException or BusyPoolException => false,
        WriteTimeoutException or WriteFailureException or ServerErrorException or OperationTimedOutException => true,

        // An answer of the server's before it tried.
        UnavailableException or OverloadedException or IsBootstrappingException or PreparedQueryNotFoundException => false,
        QueryValidationException => false,
        _ => true,
    };

    private static bool IsTransient(Exception error) =>
        IsOfConnection(error)
        || error is UnavailableException or OverloadedException or IsBootstrappingException or WriteTimeoutException or WriteFailureException
            or ReadTimeoutException or ReadFailureException or ServerErrorException or PreparedQueryNotFoundException or BusyPoolException;

    // Nodes that answer, and let nobody of this name in, are reached.
    private static bool IsOfConnection(Exception error) => error is NoHostAvailableException none
        ? !none.Errors.Values.Any(e => e is AuthenticationException)
        : error is OperationTimedOutException or SocketException or IOException or TimeoutException or ObjectDisposedException;

    /// <summary>The first cause says more than "no host was available".</summary>
    private static string Message(Exception error) => error is NoHostAvailableException { Errors.Count: > 0 } none
        ? $"no node could take the request; {string.Join("; ", none.Errors.Take(3).Select(e => $"{e.Key}: {e.Value.Message}"))}"
        : error.Message;
}
