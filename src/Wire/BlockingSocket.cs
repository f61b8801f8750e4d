using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire;

/// <summary>
/// Connects blocking sockets. A socket that was non-blocking once is never quite blocking again: .NET then sends its events by an
/// event thread and the thread pool, also those of synchronous calls.
/// </summary>
internal static class BlockingSocket
{
    /// <summary>Connects to the first address of a server that accepts.</summary>
    /// <param name="server">An address, a name with a port, or a Unix socket.</param>
    /// <param name="settings">How; the connect time-out is that of all addresses together, the finding of them included.</param>
    /// <returns>The connected socket.</returns>
    /// <exception cref="ConnectionLostException">No address can be connected to in time.</exception>
    public static Socket Connect(EndPoint server, SocketSettings settings)
    {
        long started = Stopwatch.GetTimestamp();
        Exception? failure = null;
        var addresses = Addresses(server, settings.ConnectTimeout);
        for (int i = 0; i < addresses.Count; i++)
        {
            // What is left is shared out: an address that drops every packet must not use up the time of those after it.
            var left = (settings.ConnectTimeout - Stopwatch.GetElapsedTime(started)) / (addresses.Count - i);
            try
            {
                return Connect(addresses[i], left > TimeSpan.Zero ? left : TimeSpan.FromMilliseconds(1), settings);
            }
            catch (Exception e) when (e is SocketException or TimeoutException)
            {
                failure = e;
            }
        }

        throw new ConnectionLostException(
            failure is TimeoutException
                ? FormattableString.Invariant($"{Name(server)} did not accept a connection within {settings.ConnectTimeout.TotalSeconds:0.#} s.")
                : $"{Name(server)} cannot be connected to: {(failure is SocketException refused ? new SocketException((int)refused.SocketErrorCode).Message : "the name has no address")}.",
            failure is TimeoutException,
            failure);
    }

    /// <summary>The server as people write it.</summary>
    public static string Name(EndPoint server) => server is DnsEndPoint dns ? FormattableString.Invariant($"{dns.Host}:{dns.Port}") : server.ToString()!;

    private static IReadOnlyList<EndPoint> Addresses(EndPoint server, TimeSpan timeout)
    {
        if (server is not DnsEndPoint name)
        {
            return [server];
        }

        try
        {
            var lookup = Task.Run(() => Dns.GetHostAddresses(name.Host));
            return lookup.Wait(timeout)
                ? [.. lookup.Result.Select(address => new IPEndPoint(address, name.Port))]
                : throw new ConnectionLostException(FormattableString.Invariant($"The address of {name.Host} was not found within {timeout.TotalSeconds:0.#} s."), isTimeout: true);
        }
        catch (AggregateException e)
        {
            throw new ConnectionLostException($"{name.Host}: {e.InnerException!.Message}", isTimeout: false, e.InnerException);
        }
    }

    /// <summary>
    /// A blocking connect has no time-out of its own but the system's, of minutes: so another thread connects, and closing the socket
    /// ends its waiting.
    /// </summary>
    private static Socket Connect(EndPoint address, TimeSpan timeout, SocketSettings settings)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, address is UnixDomainSocketEndPoint ? ProtocolType.Unspecified : ProtocolType.Tcp);
        try
        {
            Configure(socket, settings);
            if (!Task.Run(() => socket.Connect(address)).Wait(timeout))
            {
                throw new TimeoutException();
            }

            return socket;
        }
        catch (AggregateException e)
        {
            socket.Dispose();
            throw e.InnerException!;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static void Configure(Socket socket, SocketSettings settings)
    {
        int timeoutMs = (int)Math.Clamp(settings.RequestTimeout.TotalMilliseconds, 1, int.MaxValue);
        socket.ReceiveTimeout = timeoutMs;
        socket.SendTimeout = timeoutMs;
        if (settings.SendBufferBytes > 0)
        {
            socket.SendBufferSize = settings.SendBufferBytes;
        }

        if (settings.ReceiveBufferBytes > 0)
        {
            socket.ReceiveBufferSize = settings.ReceiveBufferBytes;
        }

        if (socket.AddressFamily == AddressFamily.Unix)
        {
            return;
        }

        socket.NoDelay = true;
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, settings.KeepsAlive || settings.KeepAliveTimeS > 0);
        if (settings.KeepAliveTimeS > 0)
        {
            int intervalS = settings.KeepAliveIntervalS > 0 ? settings.KeepAliveIntervalS : settings.KeepAliveTimeS;
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, settings.KeepAliveTimeS);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, intervalS);
        }
    }
}
