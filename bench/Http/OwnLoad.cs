using System.Diagnostics;
using System.Net;
using DbIngest.Wire.Http;

namespace DbIngest.Bench.Http;

/// <summary>
/// Our client in the closed loop, as a run's lanes use it: a thread with a connection each, the next request after the answer.
/// </summary>
internal static class OwnLoad
{
    public static Rate Run(Load load)
    {
        byte[] body = load.BodyFile is { } file ? File.ReadAllBytes(file) : [];
        var server = new IPEndPoint(IPAddress.Parse(load.Url.Host), load.Url.Port);
        long[] answered = new long[load.Connections];
        using var ready = new CountdownEvent(load.Connections);
        using var start = new ManualResetEventSlim();
        long end = 0;
        var threads = Enumerable.Range(0, load.Connections).Select(i => new Thread(() =>
        {
            using var connection = HttpConnection.Open(server, new() { IsHttp2 = load.IsHttp2 });
            var request = HttpRequest.Make(load.BodyFile is null ? "GET" : "POST", load.Url.PathAndQuery, connection,
                load.BodyFile is null ? [] : ["Content-Type: " + load.ContentType]);
            ready.Signal();
            start.Wait();
            long count = 0;
            while (Stopwatch.GetTimestamp() < end)
            {
                connection.Run(request, body);
                count++;
            }

            answered[i] = count;
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
}
