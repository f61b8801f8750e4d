using DbIngest.Wire;
using DbIngest.Wire.MySql;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>Turns the driver's failures into those of our own client, so that both are understood alike.</summary>
internal static class MySqlDriverErrors
{
    /// <summary>Whether an exception says that the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is MySqlException or InvalidOperationException or IOException or System.Net.Sockets.SocketException
            or TimeoutException;

    /// <summary>The same failure as our own client tells it.</summary>
    /// <param name="error">The driver's.</param>
    public static WireException Translate(Exception error)
    {
        // The server's answer may be wrapped; what the driver says by itself has no SQLSTATE.
        var innermost = error;
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            if (cause is MySqlException { SqlState: { } state } answer)
            {
                return new MySqlServerException(answer.Number, state, answer.Message);
            }

            innermost = cause;
        }

        return error switch
        {
            MySqlException { ErrorCode: MySqlErrorCode.BulkCopyFailed } or MySqlProtocolException =>
                new WireProtocolException(error.Message, error),
            NotSupportedException => new WireProtocolException(
                $"The driver does not log in as the server asks (remedy: --client wire, or another user): {error.Message}",
                error),
            _ => new ConnectionLostException(
                innermost == error ? error.Message : $"{error.Message} ({innermost.Message})",
                error is TimeoutException or MySqlException { ErrorCode: MySqlErrorCode.CommandTimeoutExpired },
                error)
            { AnySent = true },
        };
    }
}
