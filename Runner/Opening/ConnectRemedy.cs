using System.Net.Sockets;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Words a remedy for a server that no client can connect to. <see cref="OpeningGuard"/> appends it to the message of a target
/// that cannot be opened or described. It goes by the socket error alone, contacts no server, and adds no second remedy.
/// </summary>
internal static class ConnectRemedy
{
    /// <summary>Writes the remedy.</summary>
    /// <param name="failure">Why a database could not be opened.</param>
    /// <returns>
    /// The remedy in brackets after a blank, to append to the message. Empty unless a host was not found, was not
    /// reached or refused the connection, and if the message of <paramref name="failure"/> already names a remedy.
    /// </returns>
    public static string Of(Exception failure)
    {
        for (var cause = failure; cause is not null; cause = cause.InnerException)
        {
            if (cause is SocketException socket && !HasRemedy(failure.Message) && Remedy(socket.SocketErrorCode) is { } remedy)
            {
                return $" (remedy: {remedy})";
            }
        }

        return string.Empty;
    }

    /// <summary>True if the message already names a remedy.</summary>
    private static bool HasRemedy(string message) =>
        message.Contains("remedy:", StringComparison.Ordinal) || message.Contains("cluster up", StringComparison.Ordinal);

    private static string? Remedy(SocketError error) => error switch
    {
        SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain =>
            "correct the host in --endpoint, or add its name to DNS or /etc/hosts",
        SocketError.ConnectionRefused => "start the server there, or correct host and port in --endpoint",
        SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.TimedOut =>
            "check the route and the firewall between here and there, or correct --endpoint",
        _ => null,
    };
}
