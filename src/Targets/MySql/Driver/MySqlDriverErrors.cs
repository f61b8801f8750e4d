using DbIngest.Wire;
using DbIngest.Wire.MySql;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Converts failures of the driver into those of DbIngest's own client, so that <see cref="MySqlErrors"/> classifies both alike.
/// <see cref="MySqlDriverSession"/> calls it when it connects, and <see cref="MySqlDriverWriter"/> after a failure on the timed
/// path. A lost connection always counts as one that has sent something, so that its batch is in doubt.
/// </summary>
internal static class MySqlDriverErrors
{
    /// <summary>True if an exception means that the driver or the server failed, rather than this program.</summary>
    public static bool IsOfDriver(Exception error) =>
        error is MySqlException or InvalidOperationException or IOException or System.Net.Sockets.SocketException
            or TimeoutException;

    /// <summary>Converts a failure.</summary>
    /// <param name="error">The driver's exception.</param>
    public static WireException Translate(Exception error)
    {
        // The server's error may be an inner exception. Errors of the driver itself have no SQLSTATE.
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
