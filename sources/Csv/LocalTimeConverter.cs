using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Converts the local time of a zone into UTC, and marks times around a change of the clock as uncertain. Each reader whose
/// input has local times owns one and calls it per row. Not thread-safe. Allocates nothing.
/// </summary>
/// <remarks>Remembers the offset of the last minute, since offsets change on whole minutes.</remarks>
internal sealed class LocalTimeConverter(TimeZoneInfo zone)
{
    private const long Minute = 60_000_000;
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    private long _minute = long.MinValue;
    private long _offset;
    private RecordQuality _quality;

    /// <summary>
    /// Converts a time. An hour that occurs twice is read as standard time, an hour that is skipped as if the clock had not
    /// changed.
    /// </summary>
    /// <param name="local">Microseconds since 1970-01-01T00:00:00 on the zone's clock.</param>
    /// <param name="quality">Receives <see cref="RecordQuality.TimeUncertain"/> for a time that occurs twice or not at
    /// all.</param>
    /// <returns>Microseconds UTC.</returns>
    public long ToUtc(long local, ref RecordQuality quality)
    {
        long minute = Math.DivRem(local, Minute, out long rest) - (rest < 0 ? 1 : 0);
        if (minute != _minute)
        {
            var clock = new DateTime((minute * Minute * 10) + UnixEpochTicks, DateTimeKind.Unspecified);
            _offset = (zone.IsInvalidTime(clock) ? zone.GetUtcOffset(clock.AddDays(-1)) : zone.GetUtcOffset(clock)).Ticks / 10;
            _quality = zone.IsInvalidTime(clock) || zone.IsAmbiguousTime(clock) ? RecordQuality.TimeUncertain
                : RecordQuality.Good;
            _minute = minute;
        }

        quality |= _quality;
        return local - _offset;
    }
}
