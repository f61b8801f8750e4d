using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// The sink: a cluster of one node that logs clients in, acknowledges what they store, and keeps nothing. Its management
/// interface answers every request with an empty list. <c>SinkProcess</c> starts it as a separate process.
/// </summary>
internal static class SinkServer
{
    private const int VBuckets = 1024;

    /// <summary>Serves until its parent ends it.</summary>
    /// <param name="port">The port of the key-value protocol.</param>
    /// <param name="management">The port of the management interface (REST).</param>
    public static void Serve(int port, int management)
    {
        byte[] map = Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"rev\":1,\"name\":\"bench\",\"uuid\":\"1\",\"nodeLocator\":\"vbucket\",\"bucketCapabilities\":[\"cbhello\",\"cccp\",\"nodesExt\"],\"nodesExt\":[{{\"services\":{{\"kv\":{port},\"mgmt\":{management}}},\"hostname\":\"127.0.0.1\"}}],\"nodes\":[{{\"hostname\":\"127.0.0.1:{management}\",\"ports\":{{\"direct\":{port}}}}}],\"vBucketServerMap\":{{\"hashAlgorithm\":\"CRC\",\"numReplicas\":0,\"serverList\":[\"127.0.0.1:{port}\"],\"vBucketMap\":[{string.Join(',', Enumerable.Repeat("[0]", VBuckets))}]}}}}"));
        SinkListener.Start(management, Manage);
        SinkListener.Start(port, socket => new SinkSession(socket, map).Run());
        Thread.Sleep(Timeout.Infinite);
    }

    /// <summary>Answers any request with 200 and an empty list.</summary>
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
