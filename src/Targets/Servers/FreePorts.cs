using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Chooses free ports for the nodes of one private server or container. <see cref="PrivateServer"/> and <c>RunContainer</c>
/// create one for each, and <see cref="PrivateServerPlan.Layout"/> takes the ports of the nodes. Ports are from 12,000 to 29,999,
/// below the range from which the system assigns outgoing connections: a port of that range could be taken before the server
/// binds it. An instance never returns a port twice, and no other instance on this machine returns it until this one is disposed.
/// Not thread-safe.
/// </summary>
/// <remarks>
/// Servers bind their ports seconds after they are chosen, so that two processes would find the same one free. Each port is
/// therefore reserved by binding the UDP port of the same number, which no server here uses.
/// </remarks>
public sealed class FreePorts : IDisposable
{
    private const int First = 12_000;
    private const int Count = 18_000;

    private readonly HashSet<int> _taken = [];
    private readonly List<Socket> _reservations = [];

    /// <summary>Takes a port that is free on all given addresses.</summary>
    /// <param name="addresses">Local addresses on which the server will listen.</param>
    /// <returns>The port. Another program may still take it before the server binds it.</returns>
    /// <exception cref="TargetException">This instance has tried all ports, and none is free.</exception>
    public int Take(params IReadOnlyList<IPAddress> addresses)
    {
        var random = new SplitMix64((ulong)Stopwatch.GetTimestamp() ^ ((ulong)Environment.ProcessId << 32));
        while (_taken.Count < Count)
        {
            int port = First + random.NextBelow(Count);
            if (_taken.Add(port) && TryReserve(port, addresses))
            {
                return port;
            }
        }

        throw new TargetException(FormattableString.Invariant(
            $"No port from {First} to {First + Count - 1} is free on {string.Join(" and ", addresses)}; end what listens there, ")
            + "or name a server by --endpoint.");
    }

    /// <summary>Ends the reservations.</summary>
    public void Dispose() => _reservations.ForEach(reservation => reservation.Dispose());

    /// <summary>Reserves a port if no instance has it and it is free on all given addresses.</summary>
    internal bool TryReserve(int port, IReadOnlyList<IPAddress> addresses)
    {
        var reservation = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            reservation.Bind(new IPEndPoint(IPAddress.Loopback, port));
            if (addresses.All(a => IsFree(new IPEndPoint(a, port))))
            {
                _reservations.Add(reservation);
                return true;
            }
        }
        catch (SocketException)
        {
            // Another instance has the port.
        }

        reservation.Dispose();
        return false;
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
