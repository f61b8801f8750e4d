namespace DbIngest.Sources.DeviceDatabase;

/// <summary>How a device's database stores points in time.</summary>
internal enum DeviceTimeUnit
{
    /// <summary>To be found out.</summary>
    Auto,

    /// <summary>Text, year first, as SQLite's own functions write it.</summary>
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
}
