namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// How a device's database stores times. The input option <c>time-unit=</c> or the sampled values choose it.
/// <see cref="DeviceClock"/> converts by it. Facts contain the names of its members: do not rename them.
/// </summary>
/// <remarks>
/// <see cref="DeviceColumn"/> takes the finer of two units by their order, so <see cref="Seconds"/> to <see cref="Nanoseconds"/>
/// must stand from coarse to fine.
/// </remarks>
internal enum DeviceTimeUnit
{
    /// <summary>To be detected from the values.</summary>
    Auto,

    /// <summary>Text: a date, with or without a time of day.</summary>
    Text,

    /// <summary>Seconds since 1970, whole or with a fraction.</summary>
    Seconds,

    /// <summary>Milliseconds since 1970.</summary>
    Milliseconds,

    /// <summary>Microseconds since 1970.</summary>
    Microseconds,

    /// <summary>Nanoseconds since 1970.</summary>
    Nanoseconds,

    /// <summary>Julian day numbers with a fraction.</summary>
    JulianDay,

    /// <summary>Whole numbers whose digits are a date: 20260131.</summary>
    CalendarDate,
}

/// <summary>
/// How a column beside a date stores times of day. The input option <c>clock-unit=</c> or the sampled values choose it.
/// <see cref="DeviceClock"/> converts by it.
/// </summary>
internal enum DeviceClockUnit
{
    /// <summary>To be detected from the values.</summary>
    Auto,

    /// <summary>Text: 12:34:56.</summary>
    Text,

    /// <summary>Whole numbers whose digits are the time: 123456.</summary>
    Digits,

    /// <summary>Seconds since midnight.</summary>
    Seconds,
}
