using DbIngest.Wire;
using DbIngest.Wire.Bolt;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Turns the Neo4j driver's exceptions into those of this project's own client, so that both are classified alike.
/// <see cref="Neo4jDriverSession"/> calls it when it opens, and <see cref="Neo4jDriverWriter"/> for every other failed call. A
/// lost connection always counts as one that had sent the request.
/// </summary>
internal static class Neo4jDriverErrors
{
    /// <summary>Whether the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is Neo4jException or IOException or System.Net.Sockets.SocketException or TimeoutException
            or ObjectDisposedException or OperationCanceledException;

    /// <summary>
    /// Whether the server has answered, so that the request cannot take effect later and its session stays usable.
    /// </summary>
    public static bool IsAnswer(Exception error) => error is Neo4jException && Translate(error) is BoltServerException;

    /// <summary>The exception that this project's own client would throw.</summary>
    /// <param name="error">The driver's exception.</param>
    public static WireException Translate(Exception error) => error switch
    {
        // Failures of the connection, with no code or one of the driver's own.
        ServiceUnavailableException or SessionExpiredException => Lost(error, isTimeout: false),
        Neo4jException { Code: { } code } when code.StartsWith("Neo.", StringComparison.Ordinal) =>
            new BoltServerException(code, error.Message),
        ProtocolException => new WireProtocolException(error.Message, error),
        _ => Lost(error, isTimeout: error is TimeoutException or ConnectionReadTimeoutException),
    };

    private static ConnectionLostException Lost(Exception error, bool isTimeout)
    {
        // The innermost exception names the problem with certificate or connection.
        var cause = error;
        while (cause.InnerException is not null)
        {
            cause = cause.InnerException;
        }

        return new($"{error.Message}{(cause == error ? string.Empty : $" ({cause.Message})")}", isTimeout,
            error)
        { AnySent = true };
    }
}
