namespace DbIngest.Core.Latency;

/// <summary>One line of an <see cref="HdrLog"/>: the service times of one kind of operation in one interval.</summary>
/// <param name="Tag">The kind, without comma or space.</param>
/// <param name="StartUtc">When the interval began.</param>
/// <param name="LengthS">Its length in seconds.</param>
/// <param name="Histogram">Its service times in nanoseconds.</param>
public sealed record HdrInterval(string Tag, DateTimeOffset StartUtc, double LengthS, LatencyHistogram Histogram);
