using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Csv;

/// <summary>Turns the local time of a zone into UTC.</summary>
/// <remarks>Remembers the offset of the last minute, since offsets change on whole minutes. Not thread-safe.</remarks>
internal sealed class ClockZone(TimeZoneInfo zone)
{
    private const long Minute = 60_000_000;
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    private long _minute = long.MinValue;
    private long _offset;
    private RecordQuality _quality;

    /// <summary>Converts a time. One that occurs twice is taken as standard time, one that is left out as if the clock had not been moved.</summary>
    /// <param name="local">Microseconds since 1970-01-01T00:00:00 on the zone's clock.</param>
    /// <param name="quality">Gets <see cref="RecordQuality.TimeUncertain"/> for a time that occurs twice or not at all.</param>
    /// <returns>Microseconds UTC.</returns>
    public long ToUtc(long local, ref RecordQuality quality)
    {
        long minute = Math.DivRem(local, Minute, out long rest) - (rest < 0 ? 1 : 0);
        if (minute != _minute)
        {
            var clock = new DateTime((minute * Minute * 10) + UnixEpochTicks, DateTimeKind.Unspecified);
            _offset = (zone.IsInvalidTime(clock) ? zone.GetUtcOffset(clock.AddDays(-1)) : zone.GetUtcOffset(clock)).Ticks / 10;
            _quality = zone.IsInvalidTime(clock) || zone.IsAmbiguousTime(clock) ? RecordQuality.TimeUncertain : RecordQuality.Good;
            _minute = minute;
        }

        quality |= _quality;
        return local - _offset;
    }
}
