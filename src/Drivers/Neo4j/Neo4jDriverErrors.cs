using DbIngest.Wire;
using DbIngest.Wire.Bolt;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>Turns the driver's failures into those of our own client, so that both are understood alike.</summary>
internal static class Neo4jDriverErrors
{
    /// <summary>Whether an exception says that the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is Neo4jException or IOException or System.Net.Sockets.SocketException or TimeoutException or ObjectDisposedException or OperationCanceledException;

    /// <summary>Whether the server has answered, so that nothing of a request can still arrive and its session can be used on.</summary>
    public static bool IsAnswer(Exception error) => error is Neo4jException && Translate(error) is BoltServerException;

    /// <summary>The same failure as our own client tells it.</summary>
    /// <param name="error">The driver's.</param>
    public static WireException Translate(Exception error) => error switch
    {
        // These have no code, or one of the driver's own: the connection.
        ServiceUnavailableException or SessionExpiredException => Lost(error, isTimeout: false),
        Neo4jException { Code: { } code } when code.StartsWith("Neo.", StringComparison.Ordinal) => new BoltServerException(code, error.Message),
        ProtocolException => new WireProtocolException(error.Message, error),
        _ => Lost(error, isTimeout: error is TimeoutException or ConnectionReadTimeoutException),
    };

    private static ConnectionLostException Lost(Exception error, bool isTimeout)
    {
        // What was the matter with a certificate or a connection is said by the innermost.
        var cause = error;
        while (cause.InnerException is not null)
        {
            cause = cause.InnerException;
        }

        return new($"{error.Message}{(cause == error ? string.Empty : $" ({cause.Message})")}", isTimeout, error) { AnySent = true };
    }
}
