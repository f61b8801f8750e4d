using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench;

/// <summary>Accepts connections for a sink, each on a separate thread.</summary>
internal static class SinkListener
{
    /// <summary>Begins to listen; returns at once.</summary>
    /// <param name="port">Where.</param>
    /// <param name="talk">Talks to a client until it has gone, which an exception may tell.</param>
    public static void Start(int port, Action<Socket> talk)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Start();
        new Thread(() =>
        {
            while (true)
            {
                var socket = listener.AcceptSocket();
                socket.NoDelay = true;
                new Thread(() => Talk(socket, talk)) { IsBackground = true }.Start();
            }
        })
        { IsBackground = true }.Start();
    }

    private static void Talk(Socket socket, Action<Socket> talk)
    {
        using (socket)
        {
            try
            {
                talk(socket);
            }
            catch (Exception exception) when (exception is IOException or SocketException)
            {
                // The client has gone.
            }
        }
    }
}
