using DbIngest.Core.Records;
using DbIngest.Sources.Csv;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>Turns stored points in time into microseconds UTC.</summary>
internal sealed class DeviceClock(DeviceTimeUnit unit, DateOrder order)
{
    private const double MicrosPerDay = 86_400e6;
    private const double UnixEpochJulianDay = 2_440_587.5;
    private const double MaxMicros = 2.6e17;

    private readonly TimestampParser _texts = new(order);

    /// <summary>The unit of a value, by its size: seconds, milliseconds, microseconds and nanoseconds of our age differ in their digits.</summary>
    /// <returns>The unit; <see cref="DeviceTimeUnit.Auto"/> when the value is not a time.</returns>
    public static DeviceTimeUnit UnitOf(DeviceQuery row, int column, DateOrder order)
    {
        switch (row.TypeOf(column))
        {
            case raw.SQLITE_INTEGER:
                return Math.Abs((double)row.Integer(column)) switch
                {
                    < 1e11 => DeviceTimeUnit.Seconds,
                    < 1e14 => DeviceTimeUnit.Milliseconds,
                    < 1e17 => DeviceTimeUnit.Microseconds,
                    _ => DeviceTimeUnit.Nanoseconds,
                };
            case raw.SQLITE_FLOAT:
                return row.Real(column) switch
                {
                    > 1_721_425 and < 5_373_485 => DeviceTimeUnit.JulianDay,
                    >= -1e11 and <= 1e11 => DeviceTimeUnit.Seconds,
                    _ => DeviceTimeUnit.Auto,
                };
            case raw.SQLITE_TEXT:
                return new TimestampParser(order).TryParse(row.Bytes(column), out _, out _) ? DeviceTimeUnit.Text : DeviceTimeUnit.Auto;
            default:
                return DeviceTimeUnit.Auto;
        }
    }

    /// <summary>Reads a time.</summary>
    /// <param name="row">The row.</param>
    /// <param name="column">The column.</param>
    /// <param name="micros">Microseconds UTC.</param>
    /// <param name="quality">Gets <see cref="RecordQuality.TimeUncertain"/> when precision is lost.</param>
    /// <returns>False when it is none.</returns>
    public bool TryRead(DeviceQuery row, int column, out long micros, ref RecordQuality quality)
    {
        int type = row.TypeOf(column);
        micros = 0;
        if (unit == DeviceTimeUnit.Text)
        {
            bool valid = type == raw.SQLITE_TEXT & _texts.TryParse(row.Bytes(column), out micros, out long? offset);
            micros -= offset ?? 0;
            return valid && TimestampParser.IsInRange(micros);
        }

        return type switch
        {
            raw.SQLITE_INTEGER => TryInteger(row.Integer(column), out micros, ref quality),
            raw.SQLITE_FLOAT => TryReal(row.Real(column), out micros, ref quality),
            _ => false,
        };
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

        // A double resolves a Julian day to 40 microseconds, seconds since 1970 to a quarter of one.
        quality |= unit == DeviceTimeUnit.JulianDay ? RecordQuality.TimeUncertain : RecordQuality.Good;
        bool inRange = Math.Abs(exact) < MaxMicros;
        micros = inRange ? (long)Math.Round(exact) : 0;
        return inRange && TimestampParser.IsInRange(micros);
    }
}
