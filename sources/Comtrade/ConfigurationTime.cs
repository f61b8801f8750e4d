using System.Globalization;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// A date and time of a configuration, to the nanosecond, in the local time of the recorder. <see cref="ConfigurationParser"/>
/// parses the start and trigger times. <see cref="SampleClock"/> counts from them. Immutable.
/// </summary>
/// <param name="Microseconds">Microseconds since 1970-01-01, in the zone of the record.</param>
/// <param name="Nanoseconds">Remainder below a microsecond, 0 to 999.</param>
/// <param name="FractionDigits">Number of digits after the point of the seconds, 0 to 9.</param>
internal readonly record struct ConfigurationTime(long Microseconds, int Nanoseconds, int FractionDigits)
{
    /// <summary>
    /// Parses <c>dd/mm/yyyy,hh:mm:ss.ssssss</c>, or <c>mm/dd/yy,...</c> as revision 1991 writes it. False when the line is
    /// neither.
    /// </summary>
    /// <param name="monthFirst">True when the revision writes the month first.</param>
    /// <param name="swapped">True when the date is valid only with day and month exchanged, and was read so.</param>
    public static bool TryParse(string text, bool monthFirst, out ConfigurationTime time, out bool swapped)
    {
        time = default;
        swapped = false;
        int comma = text.IndexOf(',', StringComparison.Ordinal);
        if (comma < 0)
        {
            return false;
        }

        string[] date = text[..comma].Trim().Split(['/', '-', '.']);
        string[] clock = text[(comma + 1)..].Trim().Split(':');
        if (date.Length != 3 || clock.Length != 3
            || !TryInt(date[0], out int first) || !TryInt(date[1], out int second) || !TryInt(date[2], out int year)
            || !TryInt(clock[0], out int hour) || !TryInt(clock[1], out int minute)
            || !TrySeconds(clock[2], out int seconds, out int nanoseconds, out int digits))
        {
            return false;
        }

        // Two-digit years of revision 1991 fall in the years in which digital recorders existed.
        year = date[2].Trim().Length > 2 ? year : year < 70 ? 2000 + year : 1900 + year;
        (int day, int month) = monthFirst ? (second, first) : (first, second);
        if (month > 12 && day <= 12)
        {
            (day, month) = (month, day);
            swapped = true;
        }

        if (year is < 1 or > 9999 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month)
            || hour is < 0 or > 23 || minute is < 0 or > 59 || seconds is < 0 or > 60)
        {
            return false;
        }

        var midnight = new DateTime(year, month, day, hour, minute, 0, DateTimeKind.Utc);
        long micros = ((midnight.Ticks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMicrosecond) + (seconds * 1_000_000L);
        time = new ConfigurationTime(micros + (nanoseconds / 1000), nanoseconds % 1000, digits);
        return true;
    }

    private static bool TrySeconds(string text, out int seconds, out int nanoseconds, out int digits)
    {
        text = text.Trim();
        nanoseconds = 0;
        digits = 0;
        int point = text.IndexOf('.', StringComparison.Ordinal);
        if (point < 0)
        {
            return TryInt(text, out seconds);
        }

        string fraction = text[(point + 1)..];
        digits = fraction.Length;
        return TryInt(text[..point], out seconds)
            && digits <= 9
            && (digits == 0 || int.TryParse(fraction.PadRight(9, '0'), NumberStyles.None, CultureInfo.InvariantCulture,
                out nanoseconds));
    }

    private static bool TryInt(string text, out int value) =>
        int.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out value);
}
