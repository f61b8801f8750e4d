using DbIngest.Service.Problems;

namespace DbIngest.Service.Lines;

/// <summary>
/// Converts timestamps of the line protocol into microseconds. Nanoseconds are truncated to microseconds, so two points of one
/// source within a microsecond become one record of a store with a key. <c>InfluxRoutes</c> makes one per write request, and
/// <see cref="LineRequest"/> converts the timestamp of each line by it.
/// </summary>
/// <param name="Multiply">Microseconds per unit. 1 for nanoseconds.</param>
/// <param name="Divide">Units per microsecond: 1000 for nanoseconds, else 1.</param>
internal readonly record struct LinePrecision(long Multiply, long Divide)
{
    /// <summary>Reads the parameter <c>precision</c> of a request.</summary>
    /// <param name="text">The value of the parameter. Empty means nanoseconds.</param>
    /// <exception cref="RefusalException">There is no such precision.</exception>
    public static LinePrecision Of(string text) => text switch
    {
        "" or "n" or "ns" => new(1, 1000),
        "u" or "us" or "µ" or "µs" => new(1, 1),
        "ms" => new(1000, 1),
        "s" => new(1_000_000, 1),
        "m" => new(60_000_000, 1),
        "h" => new(3_600_000_000, 1),
        _ => throw RefusalException.Malformed("precision",
            $"precision is ns, us, ms, s, m or h, and here is '{ClientText.Shown(text)}'."),
    };

    /// <summary>Converts a timestamp, which also becomes the sequence number of the record: 0 to 2^53 - 1 microseconds.</summary>
    /// <exception cref="LineFault">The timestamp lies outside the years 1970 to 2255, for which records have no key.</exception>
    public long Microseconds(long timestamp)
    {
        long most = (1L << 53) - 1;
        return timestamp >= 0 && timestamp / Divide <= most / Multiply
            ? timestamp / Divide * Multiply
            : throw new LineFault($"timestamp {timestamp} lies outside of the years 1970 to 2255");
    }
}
