namespace DbIngest.Core.Latency;

/// <summary>
/// One line of an <see cref="HdrLog"/>: the service times of one kind of operation in one interval. <c>HdrFiles</c> makes for
/// <c>report --hdr</c> one line per measured trial and kind, whose interval is the whole trial.
/// </summary>
/// <param name="Tag">
/// The kind of operation, for example <c>batch</c>. It must contain no comma, space or line break: the log writes it as it is.
/// </param>
/// <param name="StartUtc">When the interval began.</param>
/// <param name="LengthS">Length of the interval in seconds.</param>
/// <param name="Histogram">The service times in nanoseconds.</param>
public sealed record HdrInterval(string Tag, DateTimeOffset StartUtc, double LengthS, LatencyHistogram Histogram);
