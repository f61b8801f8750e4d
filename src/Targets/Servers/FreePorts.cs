using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Chooses free ports for the servers that one run or container starts. Plans of private servers ask it while they lay out their
/// nodes. It takes ports from 12,000 to 29,999, below the range from which the system assigns outgoing connections: a port of
/// that range could be taken before the server binds it. An instance never returns a port twice. Not thread-safe.
/// </summary>
public sealed class FreePorts
{
    private const int First = 12_000;
    private const int Count = 18_000;

    private readonly HashSet<int> _taken = [];

    /// <summary>Takes a port that is free on all given addresses.</summary>
    /// <param name="addresses">Local addresses on which the server will listen.</param>
    /// <returns>The port. Nothing reserves the port until the server binds it. Does not return if no port is free.</returns>
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
