using DbIngest.Service.Problems;

namespace DbIngest.Service.Lines;

/// <summary>
/// Turns timestamps of the line protocol into microseconds. Nanoseconds are cut to microseconds: two points of one source within
/// a microsecond are one record.
/// </summary>
/// <param name="Multiply">Microseconds of a unit, or 1.</param>
/// <param name="Divide">Units of a microsecond, or 1.</param>
internal readonly record struct LinePrecision(long Multiply, long Divide)
{
    /// <summary>Reads the parameter <c>precision</c> of a request.</summary>
    /// <param name="text">Its value. Empty for nanoseconds.</param>
    /// <exception cref="RefusalException">There is no such precision.</exception>
    public static LinePrecision Of(string text) => text switch
    {
        "" or "n" or "ns" => new(1, 1000),
        "u" or "us" or "µ" or "µs" => new(1, 1),
        "ms" => new(1000, 1),
        "s" => new(1_000_000, 1),
        "m" => new(60_000_000, 1),
        "h" => new(3_600_000_000, 1),
        _ => throw RefusalException.Malformed("precision", $"precision is ns, us, ms, s, m or h, and here is '{text}'."),
    };

    /// <summary>Converts a timestamp.</summary>
    /// <exception cref="LineFault">It lies outside of the years that records have a key for: 1970 to 2255.</exception>
    public long Microseconds(long timestamp)
    {
        long most = (1L << 53) - 1;
        return timestamp >= 0 && timestamp / Divide <= most / Multiply
            ? timestamp / Divide * Multiply
            : throw new LineFault($"timestamp {timestamp} lies outside of the years 1970 to 2255");
    }
}
