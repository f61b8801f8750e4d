using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench;

/// <summary>Accepts connections for a sink, each on a separate thread.</summary>
internal static class SinkListener
{
    /// <summary>Begins to listen and returns at once.</summary>
    /// <param name="port">The port at 127.0.0.1.</param>
    /// <param name="talk">Serves a client until it closes the connection; may then throw.</param>
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
                // The client has closed the connection.
            }
        }
    }
}
