using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Ports for private servers, from below the range that the system takes the ports of outgoing connections from: one that is
/// free now could otherwise be an outgoing connection's when the server binds it.
/// </summary>
public sealed class FreePorts
{
    private const int First = 12_000;
    private const int Count = 18_000;

    private readonly HashSet<int> _taken = [];

    /// <summary>Takes a port that is free on some addresses, and that was not taken here before.</summary>
    /// <param name="addresses">The addresses.</param>
    /// <returns>The port.</returns>
    public int Take(params IReadOnlyList<IPAddress> addresses)
    {
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp() ^ ((ulong)Environment.ProcessId << 32));
        while (true)
        {
            int port = First + random.NextBelow(Count);
            if (_taken.Add(port) && addresses.All(a => IsFree(new IPEndPoint(a, port))))
            {
                return port;
            }
        }
    }

    private static bool IsFree(IPEndPoint place)
    {
        try
        {
            using var listener = new TcpListener(place);
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
