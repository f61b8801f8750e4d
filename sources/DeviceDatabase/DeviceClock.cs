using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Converts stored times of a device's database into microseconds UTC: texts and days in the zone of the options, counts since
/// 1970 as UTC. <see cref="DeviceReader"/> owns one and calls it per row, in order. It never throws: a value that is no time
/// makes the row malformed. Not thread-safe.
/// </summary>
/// <param name="unit">The notation of stored times.</param>
/// <param name="clock">How the next column stores the time of day; null when the times are in one column.</param>
/// <param name="order">The order of day, month and year in texts.</param>
/// <param name="zone">Zone of times that do not state theirs and do not count from 1970; null for UTC.</param>
internal sealed class DeviceClock(DeviceTimeUnit unit, DeviceClockUnit? clock, DateOrder order, TimeZoneInfo? zone)
{
    private const double MicrosPerDay = 86_400e6;
    private const double UnixEpochJulianDay = 2_440_587.5;
    private const double MaxMicros = 2.6e17;
    private const int UnixEpochDay = 719_162;

    private readonly TimestampParser _texts = new(order);
    private readonly LocalTimeConverter? _zone = zone is null ? null : new(zone);

    /// <summary>True when the digits of a number are a date from 1900 to 2199.</summary>
    public static bool IsCalendarDate(long value) => TryCalendarDate(value, out _);

    /// <summary>Parses a time of day from the digits of a number: 93005 is 09:30:05.</summary>
    public static bool TryDigits(long value, out long micros)
    {
        var (hour, rest) = Math.DivRem(value, 10_000);
        var (minute, second) = Math.DivRem(rest, 100);
        micros = ((hour * 3600) + (minute * 60) + second) * 1_000_000;
        return value >= 0 && hour < 24 && minute < 60 && second < 60;
    }

    /// <summary>Reads the time of a row. False when the value is not a time.</summary>
    /// <param name="column">Index of the time column. A column of times of day comes directly after it.</param>
    /// <param name="micros">Microseconds UTC since 1970.</param>
    /// <param name="quality">Receives <see cref="RecordQuality.TimeUncertain"/> when precision is lost or the zone's clock is
    /// ambiguous.</param>
    public bool TryRead(DeviceQuery row, int column, out long micros, ref RecordQuality quality)
    {
        long? offset = null;
        long ofDay = 0;
        long? clockOffset = null;
        if (!TryDay(row, column, out micros, out offset, ref quality)
            || (clock is { } stored && !TryClock(row, column + 1, stored, out ofDay, out clockOffset)))
        {
            return false;
        }

        micros += ofDay;
        offset ??= clockOffset;
        bool local = unit is DeviceTimeUnit.Text or DeviceTimeUnit.CalendarDate || clock is not null;
        if (offset is { } ahead)
        {
            micros -= ahead;
        }
        else if (local && _zone is not null && TimestampParser.IsInRange(micros))
        {
            micros = _zone.ToUtc(micros, ref quality);
        }

        return TimestampParser.IsInRange(micros);
    }

    private bool TryDay(DeviceQuery row, int column, out long micros, out long? offset, ref RecordQuality quality)
    {
        int type = row.TypeOf(column);
        micros = 0;
        offset = null;
        return unit switch
        {
            DeviceTimeUnit.Text => type == raw.SQLITE_TEXT && _texts.TryParse(row.Bytes(column), out micros, out offset),
            DeviceTimeUnit.CalendarDate => type == raw.SQLITE_INTEGER && TryCalendarDate(row.Integer(column), out micros),
            _ => type switch
            {
                raw.SQLITE_INTEGER => TryInteger(row.Integer(column), out micros, ref quality),
                raw.SQLITE_FLOAT => TryReal(row.Real(column), out micros, ref quality),
                _ => false,
            },
        };
    }

    private static bool TryClock(DeviceQuery row, int column, DeviceClockUnit stored, out long micros, out long? offset)
    {
        micros = 0;
        offset = null;
        if (stored == DeviceClockUnit.Text)
        {
            return row.TypeOf(column) == raw.SQLITE_TEXT && ClockText.TryTime(row.Bytes(column), out micros, out offset);
        }

        if (row.TypeOf(column) != raw.SQLITE_INTEGER)
        {
            return false;
        }

        long value = row.Integer(column);
        if (stored == DeviceClockUnit.Digits)
        {
            return TryDigits(value, out micros);
        }

        micros = value is >= 0 and <= 86_400 ? value * 1_000_000 : -1;
        return micros >= 0;
    }

    private static bool TryCalendarDate(long value, out long micros)
    {
        var (year, rest) = Math.DivRem(value, 10_000);
        var (month, day) = Math.DivRem(rest, 100);
        bool valid = year is >= 1900 and < 2200 && month is >= 1 and <= 12 && day >= 1
            && day <= DateTime.DaysInMonth((int)year, (int)month);
        micros = valid ? (new DateOnly((int)year, (int)month, (int)day).DayNumber - UnixEpochDay) * ClockText.Day : 0;
        return valid;
    }

    private bool TryInteger(long value, out long micros, ref RecordQuality quality)
    {
        if (unit == DeviceTimeUnit.Nanoseconds)
        {
            micros = Math.DivRem(value, 1000, out long rest) - (rest < 0 ? 1 : 0);
            quality |= rest == 0 ? RecordQuality.Good : RecordQuality.TimeUncertain;
            return TimestampParser.IsInRange(micros);
        }

        var exact = (Int128)value * (unit switch
        {
            DeviceTimeUnit.Seconds => 1_000_000,
            DeviceTimeUnit.Milliseconds => 1_000,
            _ => 1,
        });
        if (unit == DeviceTimeUnit.JulianDay)
        {
            return TryReal(value, out micros, ref quality);
        }

        bool inRange = exact > long.MinValue && exact < long.MaxValue;
        micros = inRange ? (long)exact : 0;
        return inRange && TimestampParser.IsInRange(micros);
    }

    private bool TryReal(double value, out long micros, ref RecordQuality quality)
    {
        double exact = unit switch
        {
            DeviceTimeUnit.Seconds => value * 1e6,
            DeviceTimeUnit.Milliseconds => value * 1e3,
            DeviceTimeUnit.Nanoseconds => value / 1e3,
            DeviceTimeUnit.JulianDay => (value - UnixEpochJulianDay) * MicrosPerDay,
            _ => value,
        };

        // A double resolves a Julian day to 40 microseconds, seconds since 1970 to a quarter of a microsecond, and nanoseconds to
        // 256 of them.
        bool loses = unit is DeviceTimeUnit.JulianDay or DeviceTimeUnit.Nanoseconds;
        quality |= loses ? RecordQuality.TimeUncertain : RecordQuality.Good;
        bool inRange = Math.Abs(exact) < MaxMicros;
        micros = inRange ? (long)(unit == DeviceTimeUnit.Nanoseconds ? Math.Floor(exact) : Math.Round(exact)) : 0;
        return inRange && TimestampParser.IsInRange(micros);
    }
}
