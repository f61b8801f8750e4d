using System.Diagnostics;

namespace DbIngest.Core.Latency;

/// <summary>
/// Converts ticks of <see cref="Stopwatch.GetTimestamp"/>. <c>IngestLane</c>, <c>TimeQueryProbe</c> and <c>FreshnessProbe</c>
/// call it for each time that they record. It must get the difference of two readings, not a reading.
/// </summary>
internal static class MonotonicTicks
{
    /// <summary>Converts a number of ticks to nanoseconds, rounded towards zero.</summary>
    public static long Nanoseconds(long ticks) =>
        Stopwatch.Frequency == 1_000_000_000 ? ticks : (long)(ticks * (1e9 / Stopwatch.Frequency));
}
