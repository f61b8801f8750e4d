using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.Http;

namespace DbIngest.Bench.Http;

/// <summary>
/// Sends the load by the product's HTTP client in a closed loop: each connection has one request in flight. By default each
/// connection has a thread, as each lane of a run has. With <see cref="Load.Threads"/> a thread serves several connections, as
/// with <c>--client-threads</c>.
/// </summary>
internal static class OwnLoad
{
    public static Rate Run(Load load)
    {
        byte[] body = load.BodyFile is { } file ? File.ReadAllBytes(file) : [];
        int count = Math.Min(load.Threads ?? load.Connections, load.Connections);
        long[] answered = new long[count];
        using var ready = new CountdownEvent(count);
        using var start = new ManualResetEventSlim();
        long end = 0;
        var threads = Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            var connections = Enumerable.Range(0, load.Connections).Where(c => c % count == i).Select(_ => Open(load)).ToArray();
            var request = HttpRequest.Make(load.BodyFile is null ? "GET" : "POST", load.Url.PathAndQuery, connections[0],
                load.BodyFile is null ? [] : ["Content-Type: " + load.ContentType]);
            ready.Signal();
            start.Wait();
            answered[i] = load.Threads is null ? Alone(connections[0], request, body, end)
                : ByTurns(connections, request, body, end);
            Array.ForEach(connections, connection => connection.Dispose());
        })).ToList();
        threads.ForEach(thread => thread.Start());
        ready.Wait();
        var before = Environment.CpuUsage.TotalTime;
        long begun = Stopwatch.GetTimestamp();
        end = begun + (load.Seconds * Stopwatch.Frequency);
        start.Set();
        threads.ForEach(thread => thread.Join());
        double seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        long requests = answered.Sum();
        return new Rate(requests / seconds, (Environment.CpuUsage.TotalTime - before).TotalMicroseconds / requests);
    }

    private static HttpConnection Open(Load load) =>
        HttpConnection.Open(new IPEndPoint(IPAddress.Parse(load.Url.Host), load.Url.Port), new() { IsHttp2 = load.IsHttp2 });

    private static long Alone(HttpConnection connection, HttpRequest request, byte[] body, long end)
    {
        long count = 0;
        for (; Stopwatch.GetTimestamp() < end; count++)
        {
            connection.Run(request, body);
        }

        return count;
    }

    private static long ByTurns(HttpConnection[] connections, HttpRequest request, byte[] body, long end)
    {
        var answered = new List<Socket>(connections.Length);
        bool[] isReady = new bool[connections.Length];
        Array.ForEach(connections, connection => connection.Send(request, body));
        long count = 0;
        while (Stopwatch.GetTimestamp() < end)
        {
            answered.Clear();
            foreach (var connection in connections)
            {
                answered.Add(connection.Socket!);
            }

            // As a group of lanes does: it reads all answers before it sends, since a sending wakes the server.
            Socket.Select(answered, null, null, TimeSpan.FromSeconds(1));
            int next = 0;
            for (int i = 0; next < answered.Count && i < connections.Length; i++)
            {
                isReady[i] = connections[i].Socket == answered[next];
                if (isReady[i])
                {
                    next++;
                    connections[i].ReceiveHead();
                    connections[i].Complete();
                    count++;
                }
            }

            for (int i = 0; i < connections.Length; i++)
            {
                if (isReady[i])
                {
                    isReady[i] = false;
                    connections[i].Send(request, body);
                }
            }
        }

        return count;
    }
}
