using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire;

/// <summary>
/// Opens TCP and Unix sockets that stay blocking from their first call. <see cref="WireStream"/> opens every connection by it.
/// The connect timeout ends a wait, a cancellation does not.
/// </summary>
/// <remarks>
/// Never sets a socket to non-blocking, not even while connecting: .NET then serves all later synchronous calls of that socket
/// through an event thread and the thread pool.
/// </remarks>
internal static class SocketConnector
{
    /// <summary>Tries the server's addresses in turn and returns a socket to the first that accepts.</summary>
    /// <param name="server">An IP address, a DNS name with a port, or a Unix socket.</param>
    /// <param name="settings">
    /// Timeouts and socket options. The connect timeout covers the DNS look-up and all addresses together.
    /// </param>
    /// <exception cref="ConnectionLostException">No address accepted a connection in time.</exception>
    public static Socket Connect(EndPoint server, SocketSettings settings)
    {
        long started = Stopwatch.GetTimestamp();
        Exception? failure = null;
        var addresses = Addresses(server, settings.ConnectTimeout);
        for (int i = 0; i < addresses.Count; i++)
        {
            // Each address gets an equal share of the remaining time: one that drops every packet must not use up the time of the
            // next.
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
                ? FormattableString.Invariant(
                    $"{Name(server)} did not accept a connection within {settings.ConnectTimeout.TotalSeconds:0.#} s.")
                : $"{Name(server)} cannot be connected to: "
                    + $"{(failure is SocketException refused ? new SocketException((int)refused.SocketErrorCode).Message : "the name has no address")}.",
            failure is TimeoutException,
            failure);
    }

    /// <summary>The server as <c>host:port</c>, or the socket's path.</summary>
    public static string Name(EndPoint server) => server is DnsEndPoint dns
        ? FormattableString.Invariant($"{dns.Host}:{dns.Port}") : server.ToString()!;

    private static IReadOnlyList<EndPoint> Addresses(EndPoint server, TimeSpan timeout)
    {
        if (server is not DnsEndPoint name)
        {
            return [server];
        }

        try
        {
            var lookup = OnNewThread(() => Dns.GetHostAddresses(name.Host));
            return lookup.Wait(timeout)
                ? [.. lookup.Result.Select(address => new IPEndPoint(address, name.Port))]
                : throw new ConnectionLostException(
                    FormattableString.Invariant($"The address of {name.Host} was not found within {timeout.TotalSeconds:0.#} s."),
                    isTimeout: true);
        }
        catch (AggregateException e)
        {
            throw new ConnectionLostException($"{name.Host}: {e.InnerException!.Message}", isTimeout: false, e.InnerException);
        }
    }

    /// <summary>
    /// Connects on another thread and closes the socket when the time is over: a blocking connect has no timeout except the
    /// operating system's, which is minutes.
    /// </summary>
    private static Socket Connect(EndPoint address, TimeSpan timeout, SocketSettings settings)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, address is UnixDomainSocketEndPoint
            ? ProtocolType.Unspecified : ProtocolType.Tcp);
        try
        {
            Configure(socket, settings);
            var connect = OnNewThread(() =>
            {
                socket.Connect(address);
                return true;
            });
            return connect.Wait(timeout) ? socket : throw new TimeoutException();
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

    /// <summary>
    /// Starts a blocking call on a new thread. On the thread pool, a call could wait for a free thread longer than its timeout
    /// when the process blocks the pool's threads, and a server that accepts at once would be called unreachable.
    /// </summary>
    private static Task<T> OnNewThread<T>(Func<T> call) =>
        Task.Factory.StartNew(call, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

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

        // When a process dies or gives up, the kernel resets its connections and discards what it has not sent yet. Behind a cut
        // link, the kernel would send a batch once the link is back, into the table of a later trial.
        socket.LingerState = new LingerOption(enable: true, seconds: 0);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, settings.KeepsAlive
            || settings.KeepAliveTimeS > 0);
        if (settings.KeepAliveTimeS > 0)
        {
            int intervalS = settings.KeepAliveIntervalS > 0 ? settings.KeepAliveIntervalS : settings.KeepAliveTimeS;
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, settings.KeepAliveTimeS);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, intervalS);
        }
    }
}
