using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Core.Measurement;

/// <summary>The way to a server and back, as a client alone can measure it: how long a TCP connection takes to be made.</summary>
public static class TcpRoundTrip
{
    private const int Connections = 16;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>The fewest seconds that one of several connections took.</summary>
    /// <param name="server">The server; a name is looked up first, which is no part of the way.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Seconds; null where nothing answers, or it is not reached by TCP.</returns>
    public static double? LeastS(EndPoint server, CancellationToken cancellation)
    {
        double? least = null;
        for (int i = 0; i < Connections && Resolve(server) is { } place && ConnectS(place) is { } seconds; i++)
        {
            cancellation.ThrowIfCancellationRequested();
            least = Math.Min(least ?? seconds, seconds);
        }

        return least;
    }

    /// <summary>Whether somebody listens there.</summary>
    /// <param name="server">The server.</param>
    public static bool Answers(EndPoint server) => Resolve(server) is { } place && ConnectS(place) is not null;

    /// <summary>A server, for people.</summary>
    /// <param name="server">The server.</param>
    public static string Name(EndPoint server) => server is DnsEndPoint dns
        ? FormattableString.Invariant($"{dns.Host}:{dns.Port}") : server.ToString()!;

    private static IPEndPoint? Resolve(EndPoint server)
    {
        try
        {
            return server switch
            {
                IPEndPoint ip => ip,
                DnsEndPoint name => Dns.GetHostAddresses(name.Host) is [var first, ..] ? new IPEndPoint(first, name.Port) : null,
                _ => null,
            };
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static double? ConnectS(IPEndPoint place)
    {
        try
        {
            using var client = new TcpClient(place.AddressFamily);
            long started = Stopwatch.GetTimestamp();
            return client.ConnectAsync(place).Wait(Patience) ? Stopwatch.GetElapsedTime(started).TotalSeconds : null;
        }
        catch (AggregateException exception) when (exception.InnerException is SocketException)
        {
            return null;
        }
    }
}
