using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// A node of a cluster of one that logs clients in, reads what they store and acknowledges it, and keeps nothing; with as much of the management as is asked for to begin. A process of its own.
/// </summary>
internal static class SinkServer
{
    private const int VBuckets = 1024;

    /// <summary>Serves until its parent ends it.</summary>
    /// <param name="port">Where it takes the key-value protocol.</param>
    /// <param name="management">Where it takes REST.</param>
    public static void Serve(int port, int management)
    {
        byte[] map = Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"rev\":1,\"name\":\"bench\",\"uuid\":\"1\",\"nodeLocator\":\"vbucket\",\"bucketCapabilities\":[\"cbhello\",\"cccp\",\"nodesExt\"],\"nodesExt\":[{{\"services\":{{\"kv\":{port},\"mgmt\":{management}}},\"hostname\":\"127.0.0.1\"}}],\"nodes\":[{{\"hostname\":\"127.0.0.1:{management}\",\"ports\":{{\"direct\":{port}}}}}],\"vBucketServerMap\":{{\"hashAlgorithm\":\"CRC\",\"numReplicas\":0,\"serverList\":[\"127.0.0.1:{port}\"],\"vBucketMap\":[{string.Join(',', Enumerable.Repeat("[0]", VBuckets))}]}}}}"));
        Listen(management, Manage);
        Listen(port, socket => new SinkSession(socket, map).Run());
        Thread.Sleep(Timeout.Infinite);
    }

    private static void Listen(int port, Action<Socket> talk)
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

    /// <summary>Everything that is asked for is done, and there is nothing.</summary>
    private static void Manage(Socket socket)
    {
        using var stream = new NetworkStream(socket);
        using var reader = new StreamReader(stream, Encoding.Latin1);
        while (reader.ReadLine() is { Length: > 0 })
        {
            // A form that follows needs no reading: the connection is closed.
        }

        stream.Write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]"u8);
    }
}
