namespace DbIngest.Sources.Csv;

/// <summary>
/// The notation of times: an order of day, month and year, or a unit that counts from a start. The input option <c>date=</c> or
/// the sniffer of a text format chooses it when a file is opened. <see cref="TimestampParser"/> parses by it. Facts contain the
/// names of its members: do not rename them.
/// </summary>
/// <remarks>
/// Parsers compare members by their order: from <see cref="UnixSeconds"/> on times are numbers, and from
/// <see cref="ElapsedSeconds"/> on they count from a base date. A new member must keep to that.
/// </remarks>
internal enum DateOrder
{
    /// <summary>To be detected from the content.</summary>
    Auto,

    DayMonthYear,

    MonthDayYear,

    /// <summary>Year, month, day, as in ISO 8601.</summary>
    YearMonthDay,

    /// <summary>Seconds since 1970-01-01T00:00:00Z, with or without a fraction.</summary>
    UnixSeconds,

    /// <summary>Milliseconds since 1970-01-01T00:00:00Z.</summary>
    UnixMilliseconds,

    /// <summary>Microseconds since 1970-01-01T00:00:00Z.</summary>
    UnixMicroseconds,

    /// <summary>Seconds since the base date.</summary>
    ElapsedSeconds,

    /// <summary>Milliseconds since the base date.</summary>
    ElapsedMilliseconds,

    /// <summary>Microseconds since the base date.</summary>
    ElapsedMicroseconds,

    /// <summary>Minutes since the base date.</summary>
    ElapsedMinutes,

    /// <summary>Hours since the base date.</summary>
    ElapsedHours,

    /// <summary>Times of day without a date, the first of them on the base date.</summary>
    TimeOfDay,
}
