using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench;

/// <summary>
/// Measures sending alone: plain sockets send requests that were encoded beforehand, and receive the answers without looking at
/// them. This is the lower bound for every client over the same connections.
/// </summary>
internal static class PreparedSends
{
    /// <summary>Sends the same bytes again and again, a thread and a connection for each source.</summary>
    /// <param name="port">The sink's port.</param>
    /// <param name="request">The bytes of one request.</param>
    /// <param name="records">Number of records in the request.</param>
    /// <param name="answerBytes">Number of bytes in the answers to one request.</param>
    /// <param name="sources">Number of connections, each with one thread.</param>
    /// <param name="times">Number of requests per connection.</param>
    /// <param name="window">Largest number of unanswered requests per connection.</param>
    public static TrialFigures Run(int port, byte[] request, int records, int answerBytes, int sources, int times, int window)
    {
        var sockets = Enumerable.Range(0, sources).Select(_ => Connect(port)).ToList();
        var cost = WriteCost.OfThisProcess(() =>
            AtOnce.Run(sources, source => Send(sockets[source], request, answerBytes, times, window)));
        sockets.ForEach(s => s.Dispose());
        double total = (double)sources * times * records;
        return new TrialFigures(total / cost.ElapsedS, cost.CpuS * 1e6 / total, 0);
    }

    /// <summary>Connects to the sink.</summary>
    public static Socket Connect(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }

    private static void Send(Socket socket, byte[] request, int answerBytes, int times, int window)
    {
        byte[] answers = new byte[64 * 1024];
        int sent = 0;
        for (long received = 0; received < (long)times * answerBytes;)
        {
            if (sent < times && sent - (received / answerBytes) < window)
            {
                for (int at = 0; at < request.Length;)
                {
                    at += socket.Send(request.AsSpan(at));
                }

                sent++;
                continue;
            }

            int count = socket.Receive(answers);
            received += count > 0 ? count : throw new IOException("The sink has closed the connection.");
        }
    }
}
