using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// Makes a version 1 server write a shard's cache to its files, by the request that <c>influxd backup</c> sends to the
/// snapshot service. The server flushes the shard before it copies it, and a backup of changes since the far future copies
/// nothing. <see cref="InfluxApi1"/> calls it while a trial settles, never during ingestion. A call cannot be cancelled.
/// </summary>
internal static class InfluxSnapshot
{
    // The byte that selects the service among those on its port, and that of a shard request.
    private static readonly byte[] Header = [3, 0];

    /// <summary>Flushes a shard and waits until it is written.</summary>
    /// <param name="service">Address of the snapshot service.</param>
    /// <param name="shard">Id of the shard.</param>
    /// <param name="timeout">Timeout of each network operation.</param>
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
                // Reads the empty archive to its end.
            }
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            throw new ConnectionLostException($"The service of snapshots does not answer: {exception.Message}", isTimeout: false,
                exception);
        }
    }
}
