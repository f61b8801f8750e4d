using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// Makes a server write what a shard holds in memory to its files: it does before it copies the shard for a backup, and a backup
/// of what will change in the far future copies nothing. This is what <c>influxd backup</c> sends to the service of snapshots.
/// </summary>
internal static class InfluxSnapshot
{
    // The service's byte among those that share its port, and that of a request for a shard.
    private static readonly byte[] Header = [3, 0];

    /// <summary>Flushes a shard.</summary>
    /// <param name="service">Where the service listens.</param>
    /// <param name="shard">The shard.</param>
    /// <param name="timeout">How long it may take.</param>
    /// <exception cref="ConnectionLostException">The service does not answer.</exception>
    public static void Flush(EndPoint service, long shard, TimeSpan timeout)
    {
        try
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp)
            {
                SendTimeout = (int)timeout.TotalMilliseconds,
                ReceiveTimeout = (int)timeout.TotalMilliseconds
            };
            socket.Connect(service);
            using var stream = new NetworkStream(socket);
            stream.Write([.. Header,
                .. Encoding.ASCII.GetBytes(
                FormattableString.Invariant($"{{\"Type\":0,\"ShardID\":{shard},\"Since\":\"2262-01-01T00:00:00Z\"}}\n"))]);
            byte[] room = new byte[4096];
            while (stream.Read(room) > 0)
            {
                // The end of an archive without files.
            }
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            throw new ConnectionLostException($"The service of snapshots does not answer: {exception.Message}", isTimeout: false,
                exception);
        }
    }
}
