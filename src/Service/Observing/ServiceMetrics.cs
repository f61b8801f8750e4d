using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace DbIngest.Service.Observing;

/// <summary>
/// Counts requests, records and durations of the service and writes them as Prometheus text (exposition format 0.0.4). The guard
/// and the routes count, <c>GET /metrics</c> and the instruments read. Thread-safe. Counting allocates nothing.
/// </summary>
/// <remarks>Names of metrics are published and must not change. Counters start at 0 with the process.</remarks>
internal sealed class ServiceMetrics
{
    private static readonly double[] BoundsS =
        [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

    private readonly long[] _answers = new long[600];
    private readonly long[] _buckets = new long[BoundsS.Length + 1];
    private long _durationTicks;
    private long _records;
    private long _replays;
    private int _underWay;

    /// <summary>Requests that have begun and are not over, without those for health and metrics.</summary>
    public int UnderWay => Volatile.Read(ref _underWay);

    /// <summary>Records that the store acknowledged as new, and all points of the line protocol, new or not.</summary>
    public long Records => Interlocked.Read(ref _records);

    /// <summary>Records of batches and single records that were stored before their request.</summary>
    public long SentAgain => Interlocked.Read(ref _replays);

    /// <summary>Number of answers by status code. Codes that were never answered are left out.</summary>
    public IEnumerable<(int Status, long Count)> Answers => Enumerable.Range(0, _answers.Length)
        .Select(status => (status, Interlocked.Read(ref _answers[status]))).Where(answer => answer.Item2 > 0);

    /// <summary>Counts a request that begins.</summary>
    public void Began() => Interlocked.Increment(ref _underWay);

    /// <summary>Counts a request that is over: nothing of it can still reach the store.</summary>
    public void Ended() => Interlocked.Decrement(ref _underWay);

    /// <summary>Counts an answer.</summary>
    /// <param name="status">The status code. Codes from 599 on count as 599.</param>
    /// <param name="startedAt">The time stamp of <see cref="Stopwatch"/> at which the request arrived.</param>
    public void Answered(int status, long startedAt)
    {
        Interlocked.Increment(ref _answers[Math.Clamp(status, 0, _answers.Length - 1)]);
        long ticks = Stopwatch.GetTimestamp() - startedAt;
        Interlocked.Add(ref _durationTicks, ticks);
        double seconds = (double)ticks / Stopwatch.Frequency;
        int bucket = 0;
        while (bucket < BoundsS.Length && seconds > BoundsS[bucket])
        {
            bucket++;
        }

        Interlocked.Increment(ref _buckets[bucket]);
    }

    /// <summary>Counts acknowledged records.</summary>
    /// <param name="records">Records of the request.</param>
    /// <param name="isNew">False if they were stored before.</param>
    public void Acknowledged(int records, bool isNew) => Interlocked.Add(ref isNew ? ref _records : ref _replays, records);

    /// <summary>Writes all metrics.</summary>
    /// <param name="gauges">Current values: name, meaning, value.</param>
    public string Write(IEnumerable<(string Name, string Help, double Value)> gauges)
    {
        var text = new StringBuilder(2048);
        Head(text, "dbingest_requests_total", "counter", "Requests answered, by status code.");
        foreach (var (status, count) in Answers)
        {
            text.Append(CultureInfo.InvariantCulture, $"dbingest_requests_total{{status=\"{status}\"}} {count}\n");
        }

        Head(text, "dbingest_records_total", "counter", "Records that the store acknowledged.");
        text.Append(CultureInfo.InvariantCulture, $"dbingest_records_total {Records}\n");
        Head(text, "dbingest_records_sent_again_total", "counter", "Records of requests that were stored before.");
        text.Append(CultureInfo.InvariantCulture, $"dbingest_records_sent_again_total {SentAgain}\n");
        Head(text, "dbingest_request_duration_seconds", "histogram", "Time from a request's arrival to its answer.");
        long sum = 0;
        for (int i = 0; i <= BoundsS.Length; i++)
        {
            sum += Interlocked.Read(ref _buckets[i]);
            string bound = i < BoundsS.Length ? BoundsS[i].ToString(CultureInfo.InvariantCulture) : "+Inf";
            text.Append(CultureInfo.InvariantCulture, $"dbingest_request_duration_seconds_bucket{{le=\"{bound}\"}} {sum}\n");
        }

        double durationS = (double)Interlocked.Read(ref _durationTicks) / Stopwatch.Frequency;
        text.Append(CultureInfo.InvariantCulture, $"dbingest_request_duration_seconds_sum {durationS:R}\n");
        text.Append(CultureInfo.InvariantCulture, $"dbingest_request_duration_seconds_count {sum}\n");
        foreach (var (name, help, value) in gauges)
        {
            Head(text, name, "gauge", help);
            text.Append(CultureInfo.InvariantCulture, $"{name} {value:R}\n");
        }

        return text.ToString();
    }

    private static void Head(StringBuilder text, string name, string type, string help) =>
        text.Append(CultureInfo.InvariantCulture, $"# HELP {name} {help}\n# TYPE {name} {type}\n");
}
