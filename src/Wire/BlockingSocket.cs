using System.Net;
using System.Net.Sockets;

namespace DbIngest.Wire;

/// <summary>
/// Connects blocking sockets. A socket that was non-blocking once is never quite blocking again: .NET then sends its events by an
/// event thread and the thread pool, also those of synchronous calls.
/// </summary>
internal static class BlockingSocket
{
    /// <summary>
    /// Connects, in time. A blocking connect has no time-out of its own but the system's, of minutes: so another thread connects, and
    /// closing the socket ends its waiting.
    /// </summary>
    /// <param name="server">An address, or a Unix socket.</param>
    /// <param name="timeout">How long it may take.</param>
    /// <param name="configure">Sets what must be set before connecting.</param>
    /// <returns>The connected socket.</returns>
    /// <exception cref="SocketException">The server cannot be connected to.</exception>
    /// <exception cref="TimeoutException">It did not accept in time.</exception>
    public static Socket Connect(EndPoint server, TimeSpan timeout, Action<Socket>? configure = null)
    {
        var protocol = server is UnixDomainSocketEndPoint ? ProtocolType.Unspecified : ProtocolType.Tcp;
        var socket = new Socket(server.AddressFamily, SocketType.Stream, protocol);
        try
        {
            configure?.Invoke(socket);
            if (!Task.Run(() => socket.Connect(server)).Wait(timeout))
            {
                throw new TimeoutException($"{server} did not accept a connection within {timeout.TotalSeconds:0.#} s.");
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
}
