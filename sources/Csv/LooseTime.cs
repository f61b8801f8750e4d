using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses the less usual forms of times, which web portals and loggers write. <see cref="TimestampParser"/> calls it when a text
/// has none of the plain forms, and <see cref="DateOrderSearch"/> to learn which orders a date allows. Allocates nothing.
/// </summary>
/// <remarks>
/// The forms are <c>13-Mar-2024</c>, <c>Mar 13, 2024 2:00 AM</c>, <c>20240313100000</c>, <c>20240313T100000Z</c>,
/// <c>10:00 13/03/2024</c>, a suffix <c>UTC</c>, and the start of ranges <c>a to b</c>.
/// </remarks>
internal ref struct LooseTime
{
    private const int MaxBytes = 80;
    private const int MaxClock = 40;

    private static readonly string[] Months =
    [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ];

    private static readonly string[] Days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

    private readonly DateOrder _order;
    private ReadOnlySpan<byte> _date;
    private int _month;
    private int _first;
    private int _second;
    private int _numbers;
    private bool _firstIsYear;
    private bool _isUtc;
    private ClockBytes _clock;
    private int _clockLength;

    private LooseTime(DateOrder order) => _order = order;

    /// <summary>Parses a time, or the start of a range. False when the text has anything else.</summary>
    /// <param name="text">The text, without spaces around it.</param>
    /// <param name="order">The order of day, month and year where all three are numbers.</param>
    /// <param name="micros">Microseconds since 1970-01-01T00:00:00 on the clock given by <paramref name="offset"/>.</param>
    /// <param name="offset">Microseconds by which the clock is ahead of UTC; null when the text does not say.</param>
    public static bool TryParse(ReadOnlySpan<byte> text, DateOrder order, out long micros, out long? offset)
    {
        (micros, offset) = (0, null);
        if (text.Length is < 6 or > MaxBytes || text[0] == ' ' || text[^1] is (byte)' ' or (byte)',')
        {
            return false;
        }

        Span<byte> plain = stackalloc byte[text.Length];
        plain = plain[..WithoutHardSpaces(text, plain)];
        int range = plain.IndexOf(" to "u8);
        int behind = range < 0 ? (range = plain.IndexOf(" - "u8)) + 3 : range + 4;
        if (range < 0)
        {
            return TryPoint(plain, order, out micros, out offset);
        }

        var end = plain[behind..].Trim((byte)' ');
        return TryPoint(plain[..range], order, out micros, out offset)
            && (ClockText.TryTime(end, out _, out _) || TryPoint(end, order, out _, out _));
    }

    private static bool TryPoint(ReadOnlySpan<byte> text, DateOrder order, out long micros, out long? offset)
    {
        var time = new LooseTime(order);
        (micros, offset) = (0, null);
        int from = 0;
        for (int i = 0; i <= text.Length; i++)
        {
            bool isT = i > 0 && i + 1 < text.Length && text[i] == 'T'
                && char.IsAsciiDigit((char)text[i - 1]) && char.IsAsciiDigit((char)text[i + 1]);
            if (i < text.Length && text[i] is not ((byte)' ' or (byte)',') && !isT)
            {
                continue;
            }

            if (i > from && !time.Take(text[from..i]))
            {
                return false;
            }

            from = i + 1;
        }

        return time.TryEnd(out micros, out offset);
    }

    private bool Take(ReadOnlySpan<byte> word)
    {
        if (word[0] is (byte)'+' or (byte)'-')
        {
            return _clockLength > 0 && AddToClock(word);
        }

        if (word.Contains((byte)':'))
        {
            return _clockLength == 0 && AddToClock(word);
        }

        if (char.IsAsciiDigit((char)word[0]))
        {
            return word.ContainsAny("/-."u8) && !IsClockOfCompactDate(word) ? Parts(word) : Digits(word);
        }

        return Letters(word);
    }

    private bool Letters(ReadOnlySpan<byte> word)
    {
        if (Ascii.EqualsIgnoreCase(word, "am"u8) || Ascii.EqualsIgnoreCase(word, "pm"u8))
        {
            return _clockLength > 0 && AddToClock(word);
        }

        if (Ascii.EqualsIgnoreCase(word, "z"u8) || Ascii.EqualsIgnoreCase(word, "utc"u8) || Ascii.EqualsIgnoreCase(word, "gmt"u8))
        {
            bool again = _isUtc;
            _isUtc = true;
            return !again;
        }

        return IsName(Days, word, out _) || (_month == 0 && IsName(Months, word, out _month));
    }

    /// <summary>Takes a date of three parts, one of which may be the name of a month.</summary>
    private bool Parts(ReadOnlySpan<byte> word)
    {
        if (!word.ContainsAnyInRange((byte)'A', (byte)'z'))
        {
            bool first = _date.IsEmpty;
            _date = word;
            return first;
        }

        for (int part = 0; part < 3; part++)
        {
            int end = word.IndexOfAny("/-."u8);
            var one = end < 0 ? word : word[..end];
            word = end < 0 ? default : word[(end + 1)..];
            if (one.IsEmpty || end < 0 != (part == 2)
                || !(char.IsAsciiDigit((char)one[0]) ? Digits(one) : _month == 0 && IsName(Months, one, out _month)))
            {
                return false;
            }
        }

        return true;
    }

    private bool Digits(ReadOnlySpan<byte> word)
    {
        int count = word.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        count = count < 0 ? word.Length : count;
        if (count is 12 or 14 && _date.IsEmpty && _clockLength == 0)
        {
            _date = word[..8];
            return AddDigitsToClock(word[8..], count - 8);
        }

        if (count is 4 or 6 && _date.Length == 8 && _clockLength == 0)
        {
            return AddDigitsToClock(word, count);
        }

        if (count != word.Length)
        {
            return false;
        }

        if (count == 8)
        {
            bool first = _date.IsEmpty;
            _date = word;
            return first;
        }

        int value = 0;
        foreach (byte digit in word)
        {
            value = (value * 10) + (digit - '0');
        }

        _numbers++;
        _firstIsYear |= _numbers == 1 && count == 4;
        (_first, _second) = _numbers == 1 ? (value, 0) : (_first, value);
        return count is 1 or 2 or 4 && _numbers <= 2;
    }

    /// <summary>
    /// True for digits that are a time of day after a date of eight digits, with a fraction or an offset directly behind them.
    /// </summary>
    private readonly bool IsClockOfCompactDate(ReadOnlySpan<byte> word)
    {
        int count = word.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return (count is 4 or 6 && _date.Length == 8) || count is 12 or 14;
    }

    private bool AddDigitsToClock(ReadOnlySpan<byte> word, int digits)
    {
        Span<byte> clock = [word[0], word[1], (byte)':', word[2], word[3], (byte)':', (byte)'0', (byte)'0'];
        if (digits == 6)
        {
            word[4..6].CopyTo(clock[6..]);
        }

        bool added = AddToClock(clock);
        var rest = word[digits..];
        return added && (rest.IsEmpty || Append(rest));
    }

    private bool AddToClock(scoped ReadOnlySpan<byte> word) => (_clockLength == 0 || Append(" "u8)) && Append(word);

    private bool Append(scoped ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > MaxClock - _clockLength)
        {
            return false;
        }

        bytes.CopyTo(_clock[_clockLength..]);
        _clockLength += bytes.Length;
        return true;
    }

    private readonly bool TryEnd(out long micros, out long? offset)
    {
        long ofDay = 0;
        long days = 0;
        (micros, offset) = (0, null);
        if (_clockLength > 0 && !ClockText.TryTime(_clock[.._clockLength], out ofDay, out offset))
        {
            return false;
        }

        bool valid = _date.IsEmpty
            ? _month > 0 && _numbers == 2 && TryNamed(out days)
            : ClockText.TryDate(_date, _order, out days) && _month == 0 && _numbers == 0;
        micros = (days * ClockText.Day) + ofDay;
        offset ??= _isUtc ? 0 : null;
        return valid;
    }

    private readonly bool TryNamed(out long days)
    {
        Span<byte> date = stackalloc byte[16];
        var (year, day) = _firstIsYear ? (_first, _second) : (_second, _first);
        return Utf8.TryWrite(date, CultureInfo.InvariantCulture, $"{day}.{_month}.{year:00}", out int length)
            & ClockText.TryDate(date[..length], DateOrder.DayMonthYear, out days);
    }

    /// <summary>True when a word is a name, or its first three letters or more, with or without a point.</summary>
    private static bool IsName(string[] names, ReadOnlySpan<byte> word, out int number)
    {
        word = word.TrimEnd((byte)'.');
        for (number = 1; number <= names.Length; number++)
        {
            string name = names[number - 1];
            if (word.Length >= 3 && word.Length <= name.Length && Ascii.EqualsIgnoreCase(word, name.AsSpan(0, word.Length)))
            {
                return true;
            }
        }

        number = 0;
        return false;
    }

    /// <summary>Copies a text with plain spaces in place of no-break spaces, in UTF-8 or ISO-8859-1.</summary>
    private static int WithoutHardSpaces(ReadOnlySpan<byte> text, Span<byte> plain)
    {
        int length = 0;
        for (int i = 0; i < text.Length; i++)
        {
            i += text[i] == 0xc2 && i + 1 < text.Length && text[i + 1] == 0xa0 ? 1 : 0;
            plain[length++] = text[i] == 0xa0 ? (byte)' ' : text[i];
        }

        return length;
    }

    [System.Runtime.CompilerServices.InlineArray(MaxClock)]
    private struct ClockBytes
    {
        private byte _first;
    }
}
