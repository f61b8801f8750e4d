using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Measures the network round trip to a server by the time that a TCP connection takes, which needs no help from the server.
/// <c>RoundTrips</c> of a run records it per server before the first trial, and <c>HostMeasurements</c> of <c>cluster check</c>
/// per node. Of a name with several addresses it takes the first that answers. It sends no data, closes every connection at once,
/// and must not run during a trial.
/// </summary>
public static class TcpRoundTrip
{
    private const int Connections = 16;
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Connects 16 times and returns the shortest connection time.</summary>
    /// <param name="server">The server. Looking its name up does not count.</param>
    /// <param name="cancellation">Checked between connections. One connection may take 5 s per address.</param>
    /// <returns>Seconds. Null if the server does not answer or has no TCP address.</returns>
    public static double? LeastS(EndPoint server, CancellationToken cancellation)
    {
        double? least = null;
        foreach (var place in Resolve(server))
        {
            for (int i = 0; i < Connections && ConnectS(place) is { } seconds; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                least = Math.Min(least ?? seconds, seconds);
            }

            if (least is not null)
            {
                break;
            }
        }

        return least;
    }

    /// <summary>
    /// True if a server accepts a TCP connection within 5 s per address of its name. <c>cluster up</c> finds taken ports and
    /// started nodes by it.
    /// </summary>
    public static bool Answers(EndPoint server) => Resolve(server).Any(place => ConnectS(place) is not null);

    /// <summary>
    /// The address of a server as text for people: <c>host:port</c>. Brackets enclose an IPv6 address, also one that is given as
    /// a name.
    /// </summary>
    public static string Name(EndPoint server) => server is DnsEndPoint dns
        ? FormattableString.Invariant(
            $"{(dns.Host.Contains(':', StringComparison.Ordinal) ? $"[{dns.Host}]" : dns.Host)}:{dns.Port}") : server.ToString()!;

    private static IPEndPoint[] Resolve(EndPoint server)
    {
        try
        {
            return server switch
            {
                IPEndPoint ip => [ip],
                DnsEndPoint name => [.. Dns.GetHostAddresses(name.Host).Select(address => new IPEndPoint(address, name.Port))],
                _ => [],
            };
        }
        catch (SocketException)
        {
            return [];
        }
    }

    private static double? ConnectS(IPEndPoint place)
    {
        try
        {
            using var client = new TcpClient(place.AddressFamily);
            long started = Stopwatch.GetTimestamp();
            return client.ConnectAsync(place).Wait(ConnectTimeout) ? Stopwatch.GetElapsedTime(started).TotalSeconds : null;
        }
        catch (Exception exception) when (exception is SocketException or AggregateException { InnerException: SocketException })
        {
            // Nothing listens there, or this machine has no addresses of that kind.
            return null;
        }
    }
}
