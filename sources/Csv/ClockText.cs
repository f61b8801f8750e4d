namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses dates and times of day from ASCII text. The readers of all text formats call it, mostly through
/// <see cref="TimestampParser"/>. Pure functions that refuse a text with anything before or behind the date or time, and allocate
/// nothing.
/// </summary>
internal static class ClockText
{
    /// <summary>Microseconds per day.</summary>
    public const long Day = 86_400_000_000;

    private const long Hour = 3_600_000_000;
    private const long Minute = 60_000_000;
    private const long Second = 1_000_000;
    private const int UnixEpochDay = 719_162;

    /// <summary>
    /// Parses a date: three groups of digits between <c>/</c>, <c>-</c> or <c>.</c>, or eight digits with the year first. Day and
    /// month have one or two digits. A year has four, or two: 00 to 68 mean 2000 to 2068, 69 to 99 mean 1969 to 1999, as in
    /// POSIX.
    /// </summary>
    /// <param name="order">The order of the groups.</param>
    /// <param name="days">Days since 1970-01-01.</param>
    public static bool TryDate(ReadOnlySpan<byte> text, DateOrder order, out long days)
    {
        days = 0;
        if (!TryGroups(text, out var a, out var b, out var c))
        {
            return false;
        }

        var (year, month, day) = order switch
        {
            DateOrder.DayMonthYear => (c, b, a),
            DateOrder.MonthDayYear => (c, a, b),
            _ => (a, b, c),
        };
        if (year.Digits is not (2 or 4) || month.Digits > 2 || day.Digits > 2 || month.Value is < 1 or > 12 || day.Value < 1)
        {
            return false;
        }

        int fullYear = year.Digits == 4 ? year.Value : year.Value + (year.Value < 69 ? 2000 : 1900);
        if (fullYear < 1 || day.Value > DateTime.DaysInMonth(fullYear, month.Value))
        {
            return false;
        }

        days = new DateOnly(fullYear, month.Value, day.Value).DayNumber - UnixEpochDay;
        return true;
    }

    /// <summary>
    /// Parses a time of day: <c>H:mm</c> or <c>H:mm:ss</c>, then a fraction after <c>.</c> or <c>,</c> (digits beyond the
    /// microsecond are dropped), then AM or PM (the fraction may stand after it), and last <c>Z</c> or an offset <c>+hh:mm</c>,
    /// <c>+hhmm</c>, <c>+hh</c>.
    /// </summary>
    /// <param name="micros">Microseconds since midnight; 24:00:00 is the end of the day.</param>
    /// <param name="offset">Offset from UTC in microseconds; null when the text has none.</param>
    public static bool TryTime(ReadOnlySpan<byte> text, out long micros, out long? offset)
    {
        micros = 0;
        offset = null;
        if (TryPlain(text, out micros))
        {
            return true;
        }

        int i = 0;
        int second = 0;
        long fraction = 0;
        if (!Number(text, ref i, 1, 2, out int hour) || !Take(text, ref i, ':') || !Number(text, ref i, 2, 2, out int minute)
            || (Take(text, ref i, ':') && !Number(text, ref i, 2, 2, out second)))
        {
            return false;
        }

        bool fractional = Fraction(text, ref i, ref fraction);
        SkipSpaces(text, ref i);
        if (i < text.Length && (text[i] | 0x20) is 'a' or 'p')
        {
            bool afternoon = (text[i++] | 0x20) == 'p';
            if (i >= text.Length || (text[i++] | 0x20) != 'm' || hour is < 1 or > 12)
            {
                return false;
            }

            hour = (hour % 12) + (afternoon ? 12 : 0);
            if (!fractional)
            {
                Fraction(text, ref i, ref fraction);
            }

            SkipSpaces(text, ref i);
        }

        // 60 is a leap second. Microseconds since 1970 cannot express it, so it becomes the next second.
        micros = (hour * Hour) + (minute * Minute) + (second * Second) + fraction;
        return minute < 60 && second <= 60 && (hour < 24 || micros == Day) && TryOffset(text[i..], out offset);
    }

    /// <summary>
    /// Parses a time of day in a column apart from the date: as <see cref="TryTime"/>, or the start of a range
    /// (<c>07:00-08:00</c>, <c>07:00 - 08:00</c>, <c>07:00 to 08:00</c>).
    /// </summary>
    /// <param name="micros">Microseconds since midnight.</param>
    /// <param name="offset">Offset from UTC in microseconds; null when the text has none.</param>
    public static bool TryClock(ReadOnlySpan<byte> text, out long micros, out long? offset)
    {
        bool isTime = TryTime(text, out micros, out offset);
        if (isTime && offset is null)
        {
            return true;
        }

        // 07:00-08:00 reads as an offset as well. A text of the same form as the time before it is a second time.
        int sign = text.IndexOf((byte)'-');
        int end = sign < 0 ? (sign = text.IndexOf(" to "u8)) + 4 : sign + 1;
        if (sign < 0
            || !TryTime(text[..sign].TrimEnd((byte)' '), out long start, out long? own)
            || !TryTime(text[end..].TrimStart((byte)' '), out _, out _)
            || own is not null
            || text[..sign].Count((byte)':') != text[end..].Count((byte)':'))
        {
            return isTime;
        }

        (micros, offset) = (start, null);
        return true;
    }

    /// <summary>Parses the most frequent form: <c>H:mm:ss</c> or <c>HH:mm:ss</c> before 24:00, without anything else.</summary>
    private static bool TryPlain(ReadOnlySpan<byte> text, out long micros)
    {
        micros = 0;
        if (text.Length is not (7 or 8))
        {
            return false;
        }

        uint tens = text.Length == 8 ? (uint)(text[0] - '0') : 0;
        text = text[^7..];
        uint hour = (tens * 10) + (uint)(text[0] - '0');
        uint minuteTens = (uint)(text[2] - '0');
        uint minute = (uint)(text[3] - '0');
        uint secondTens = (uint)(text[5] - '0');
        uint second = (uint)(text[6] - '0');
        if (text[1] != ':' || text[4] != ':' || tens > 9 || (uint)(text[0] - '0') > 9 || hour > 23 || minuteTens > 5 || minute > 9
            || secondTens > 5 || second > 9)
        {
            return false;
        }

        micros = (hour * Hour) + (((minuteTens * 10) + minute) * Minute) + (((secondTens * 10) + second) * Second);
        return true;
    }

    private static bool TryOffset(ReadOnlySpan<byte> text, out long? offset)
    {
        offset = null;
        if (text.IsEmpty)
        {
            return true;
        }

        if (text.Length == 1 && (text[0] | 0x20) == 'z')
        {
            offset = 0;
            return true;
        }

        int i = 1;
        int minutes = 0;
        if (text[0] is not ((byte)'+' or (byte)'-') || !Number(text, ref i, 2, 2, out int hours))
        {
            return false;
        }

        if (i < text.Length)
        {
            Take(text, ref i, ':');
            if (!Number(text, ref i, 2, 2, out minutes))
            {
                return false;
            }
        }

        long value = (hours * Hour) + (minutes * Minute);
        offset = text[0] == '-' ? -value : value;
        return i == text.Length && hours <= 18 && minutes < 60;
    }

    private static bool TryGroups(ReadOnlySpan<byte> text, out Group a, out Group b, out Group c)
    {
        b = c = default;
        int i = 0;
        if (text.Length == 8 && !text.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            return TryGroup(text[..4], ref i, out a) && TryGroup(text[..6], ref i, out b) && TryGroup(text, ref i, out c);
        }

        return TryGroup(text, ref i, out a) && Separator(text, ref i) && TryGroup(text, ref i, out b)
            && Separator(text, ref i) && TryGroup(text, ref i, out c) && i == text.Length;
    }

    private static bool TryGroup(ReadOnlySpan<byte> text, ref int i, out Group group)
    {
        int first = i;
        bool any = Number(text, ref i, 1, 4, out int value);
        group = new(value, i - first);
        return any;
    }

    private static bool Separator(ReadOnlySpan<byte> text, ref int i) =>
        Take(text, ref i, '/') || Take(text, ref i, '-') || Take(text, ref i, '.');

    private static bool Fraction(ReadOnlySpan<byte> text, ref int i, ref long micros)
    {
        if (i + 1 >= text.Length || text[i] is not ((byte)'.' or (byte)',') || (uint)(text[i + 1] - '0') > 9)
        {
            return false;
        }

        long weight = 100_000;
        for (i++; i < text.Length && (uint)(text[i] - '0') <= 9; i++)
        {
            micros += (text[i] - '0') * weight;
            weight /= 10;
        }

        return true;
    }

    private static bool Number(ReadOnlySpan<byte> text, ref int i, int minDigits, int maxDigits, out int value)
    {
        value = 0;
        int first = i;
        while (i < text.Length && i - first < maxDigits && (uint)(text[i] - '0') <= 9)
        {
            value = (value * 10) + (text[i++] - '0');
        }

        return i - first >= minDigits;
    }

    private static bool Take(ReadOnlySpan<byte> text, ref int i, char expected)
    {
        if (i >= text.Length || text[i] != expected)
        {
            return false;
        }

        i++;
        return true;
    }

    private static void SkipSpaces(ReadOnlySpan<byte> text, ref int i)
    {
        while (i < text.Length && text[i] == ' ')
        {
            i++;
        }
    }

    private readonly record struct Group(int Value, int Digits);
}
