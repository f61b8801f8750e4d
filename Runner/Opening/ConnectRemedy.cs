using System.Net.Sockets;

namespace DbIngest.Runner.Opening;

/// <summary>Says what to do about a server that no connection reaches, whichever client tried.</summary>
internal static class ConnectRemedy
{
    /// <summary>The remedy.</summary>
    /// <param name="failure">Why a database could not be opened.</param>
    /// <returns>The remedy in brackets, to be put behind the message; empty where no connection failed, or the message has one.</returns>
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

    /// <summary>Whether the message has one: a client's own, or that the deployment is to be brought up.</summary>
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
