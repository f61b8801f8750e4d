namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses the text of a row's time column, or of its date and time-of-day columns, into microseconds. Each reader owns one and
/// calls it per row, in order, since a time of day that falls begins the next day. The profiles of columns own others to judge
/// sampled fields. Not thread-safe. Allocates nothing.
/// </summary>
/// <param name="order">The notation of times.</param>
/// <param name="start">Start of elapsed times and of times of day, in microseconds since 1970-01-01T00:00:00; for times of day on
/// their own clock.</param>
/// <param name="decimalMark">The byte before a fraction of times that are counts, besides the point.</param>
/// <remarks>Remembers the last date, since the rows of a day share theirs.</remarks>
internal sealed class TimestampParser(DateOrder order, long start = 0, byte decimalMark = (byte)'.')
{
    private const long HalfADay = ClockText.Day / 2;
    private const long MicrosPerHour = 3_600_000_000;

    /// <summary>Rows after midnight among which one may still be of the day before.</summary>
    private const int RowsAroundMidnight = 10;
    private const double MicrosPerMinute = 60e6;

    private const int MaxDateLength = 10;

    // The years 1 to 9999.
    private const long MinMicros = -62_135_596_800_000_000;
    private const long MaxMicros = 253_402_300_799_999_999;

    private readonly byte[] _lastDate = new byte[MaxDateLength];
    private int _lastDateLength;
    private long _lastDays;
    private readonly long _start = start;
    private long _midnight = start;
    private long _lastOfDay;
    private int _rowsAroundMidnight;

    /// <summary>
    /// Number of times of day that fell by 1 to 12 hours, and so stayed on their day. The rows are out of order, or the recording
    /// paused over a midnight: the times cannot tell.
    /// </summary>
    public long Falls { get; private set; }

    /// <summary>
    /// True for times in the years 1 to 9999, in microseconds since 1970. A database that cannot store such a time rejects it.
    /// </summary>
    public static bool IsInRange(long micros) => micros is >= MinMicros and <= MaxMicros;

    /// <summary>
    /// Parses a date with or without a time of day (after spaces or a <c>T</c>; other forms by <see cref="LooseTime"/>), or a
    /// count since 1970; false when the text is neither or outside the years 1 to 9999.
    /// </summary>
    /// <param name="text">The text, without spaces around it.</param>
    /// <param name="micros">Microseconds since 1970-01-01T00:00:00 on the clock given by <paramref name="offset"/>.</param>
    /// <param name="offset">Microseconds by which the clock is ahead of UTC; null when the text does not say.</param>
    public bool TryParse(ReadOnlySpan<byte> text, out long micros, out long? offset)
    {
        offset = null;
        if (order >= DateOrder.UnixSeconds)
        {
            return order == DateOrder.TimeOfDay ? TryTimeOfDay(text, out micros, out offset)
                : TryCount(text, out micros, out offset);
        }

        int end = text.IndexOfAny((byte)' ', (byte)'T');
        if (end < 0)
        {
            return TryDate(text, out micros) || TryLoose(text, out micros, out offset);
        }

        var time = text[(end + 1)..].TrimStart((byte)' ');
        if (!(TryDate(text[..end], out long midnight) & ClockText.TryTime(time, out long sinceMidnight, out offset)))
        {
            return TryLoose(text, out micros, out offset);
        }

        micros = midnight + sinceMidnight;
        return IsInRange(micros);
    }

    /// <summary>Parses a date and a time of day from two columns. False when either is invalid.</summary>
    /// <param name="time">The time of day.</param>
    /// <param name="micros">As in <see cref="TryParse(ReadOnlySpan{byte}, out long, out long?)"/>.</param>
    /// <param name="offset">As in <see cref="TryParse(ReadOnlySpan{byte}, out long, out long?)"/>.</param>
    public bool TryParse(ReadOnlySpan<byte> date, ReadOnlySpan<byte> time, out long micros, out long? offset)
    {
        bool isPlain = TryDate(date, out long midnight) & ClockText.TryTime(time, out long sinceMidnight, out offset)
            && offset is null;
        if (!isPlain
            && !((TryDate(date, out midnight) || TryDay(date, out midnight))
                && ClockText.TryClock(time, out sinceMidnight, out offset)))
        {
            micros = 0;
            return false;
        }

        micros = midnight + sinceMidnight;
        return IsInRange(micros);
    }

    /// <summary>Parses a day and the number of an hour in it. False when either is invalid. A day has 25 hours at most.</summary>
    /// <param name="hour">The number of the hour: 0 to 25, as digits.</param>
    /// <param name="firstHour">Number of the first hour of a day, 0 or 1.</param>
    /// <param name="midnight">Start of the day, in microseconds since 1970-01-01T00:00:00.</param>
    /// <param name="sinceMidnight">Microseconds from midnight to the start of the hour.</param>
    public bool TryParseHour(
        ReadOnlySpan<byte> date, ReadOnlySpan<byte> hour, int firstHour, out long midnight, out long sinceMidnight)
    {
        bool valid = TryDate(date, out midnight) || TryDay(date, out midnight);
        valid &= NumberParser.TryParse(hour, (byte)'.', out double number) && number == Math.Floor(number);
        sinceMidnight = valid ? (long)((number - firstHour) * MicrosPerHour) : 0;
        return valid && number >= firstHour && number < firstHour + 25 && IsInRange(midnight + sinceMidnight);
    }

    private bool TryLoose(ReadOnlySpan<byte> text, out long micros, out long? offset) =>
        LooseTime.TryParse(text, order, out micros, out offset) && IsInRange(micros);

    private bool TryDay(ReadOnlySpan<byte> text, out long midnight) =>
        LooseTime.TryParse(text, order, out midnight, out long? offset) && offset is null && midnight % ClockText.Day == 0;

    private bool TryDate(ReadOnlySpan<byte> text, out long micros)
    {
        if (!text.SequenceEqual(_lastDate.AsSpan(0, _lastDateLength)) || text.IsEmpty)
        {
            if (!ClockText.TryDate(text, order, out long days) || text.Length > MaxDateLength)
            {
                micros = 0;
                return false;
            }

            text.CopyTo(_lastDate);
            _lastDateLength = text.Length;
            _lastDays = days;
        }

        micros = _lastDays * ClockText.Day;
        return true;
    }

    /// <summary>
    /// Parses a time of day. A time more than half a day before the previous row's is on the next day. A late row of the day
    /// before follows midnight within a few rows or a minute. Any other leap ahead is a pause.
    /// </summary>
    private bool TryTimeOfDay(ReadOnlySpan<byte> text, out long micros, out long? offset)
    {
        if (!ClockText.TryClock(text, out micros, out offset))
        {
            return false;
        }

        if (micros < _lastOfDay - HalfADay)
        {
            _midnight += ClockText.Day;
            _rowsAroundMidnight = RowsAroundMidnight;
        }
        else if (_midnight > _start && (_rowsAroundMidnight > 0 || _lastOfDay < MicrosPerMinute))
        {
            _rowsAroundMidnight -= _rowsAroundMidnight > 0 ? 1 : 0;
            bool isLate = _lastOfDay < MicrosPerHour && micros > ClockText.Day - MicrosPerHour;
            _midnight -= isLate ? ClockText.Day : 0;
        }

        Falls += micros <= _lastOfDay - MicrosPerHour && micros >= _lastOfDay - HalfADay ? 1 : 0;
        _lastOfDay = micros;
        micros += _midnight;
        return IsInRange(micros);
    }

    private bool TryCount(ReadOnlySpan<byte> text, out long micros, out long? offset)
    {
        offset = 0;
        bool isLong = order is DateOrder.ElapsedMinutes or DateOrder.ElapsedHours;
        if (!(isLong ? TryLong(text, out micros) : TryUnix(text, out micros)))
        {
            return false;
        }

        micros += order >= DateOrder.ElapsedSeconds ? _start : 0;
        return IsInRange(micros);
    }

    /// <summary>Parses minutes or hours, rounded to the microsecond: their fractions have no finite decimals.</summary>
    private bool TryLong(ReadOnlySpan<byte> text, out long micros)
    {
        bool valid = NumberParser.TryParse(text, (byte)'.', out double value)
            || NumberParser.TryParse(text, decimalMark, out value);
        value *= order == DateOrder.ElapsedHours ? MicrosPerHour : MicrosPerMinute;
        valid &= Math.Abs(value) <= MaxMicros;
        micros = valid ? (long)Math.Round(value) : 0;
        return valid;
    }

    private bool TryUnix(ReadOnlySpan<byte> text, out long micros)
    {
        int decimals = order switch
        {
            DateOrder.UnixSeconds or DateOrder.ElapsedSeconds => 6,
            DateOrder.UnixMilliseconds or DateOrder.ElapsedMilliseconds => 3,
            _ => 0,
        };
        micros = 0;
        bool negative = text.Length > 0 && text[0] == '-';
        int i = negative ? 1 : 0;
        int first = i;
        for (; i < text.Length && (uint)(text[i] - '0') <= 9; i++)
        {
            micros = (micros * 10) + (text[i] - '0');
            if (micros > MaxMicros)
            {
                return false;
            }
        }

        bool valid = i > first;
        bool fractional = i + 1 < text.Length && (text[i] == '.' || text[i] == decimalMark);
        i += fractional ? 1 : 0;
        for (; decimals > 0; decimals--)
        {
            int digit = fractional && i < text.Length && (uint)(text[i] - '0') <= 9 ? text[i++] - '0' : 0;
            micros = (micros * 10) + digit;
            if (micros > MaxMicros)
            {
                return false;
            }
        }

        while (fractional && i < text.Length && (uint)(text[i] - '0') <= 9)
        {
            i++;
        }

        micros = negative ? -micros : micros;
        return valid && i == text.Length && micros >= MinMicros;
    }
}
