using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Follows the time in a stream of sentences. <see cref="NmeaReader"/> and <see cref="NmeaSniffer"/> own one each and show it
/// every sentence, in order. Sentences without a time have the previous one's. All times are UTC.
/// </summary>
/// <remarks>
/// NMEA 0183 version 4: ZDA and RMC give day and time of day. GGA, GLL and GNS give the time of day alone, which falls by more
/// than half a day at midnight.
/// </remarks>
internal sealed class NmeaClock(BaseDate? baseDate)
{
    private const long HalfADay = ClockText.Day / 2;

    private long _midnight = baseDate is null ? long.MinValue : (baseDate with { Time = null }).Micros;
    private long _ofDay = baseDate?.Time is { } time ? time.Ticks / 10 : -1;

    /// <summary>True when a kind of sentence gives a time of day.</summary>
    public static bool TellsTime(ReadOnlySpan<byte> name) => Place(name) is not null;

    /// <summary>The current time in microseconds since 1970. Null until sentences gave day and time of day.</summary>
    public long? Now => _midnight == long.MinValue || _ofDay < 0 ? null : _midnight + _ofDay;

    /// <summary>True when a sentence has told the day.</summary>
    public bool HasHeardDay { get; private set; }

    /// <summary>Updates the time from a sentence.</summary>
    public void Hear(NmeaSentence sentence)
    {
        if (Place(sentence.Name) is not var (clock, day) || !TryClock(Field(sentence.Fields, clock), out long ofDay))
        {
            return;
        }

        bool passed = _ofDay >= 0 && ofDay < _ofDay - HalfADay;
        _ofDay = ofDay;
        if (day >= 0 && TryDay(sentence, day, out long midnight))
        {
            _midnight = midnight;
            HasHeardDay = true;
        }
        else if (passed && _midnight != long.MinValue)
        {
            _midnight += ClockText.Day;
        }
    }

    /// <summary>Returns a field of a sentence. Empty when the sentence has fewer.</summary>
    public static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> fields, int place)
    {
        for (; place > 0; place--)
        {
            int comma = fields.IndexOf((byte)',');
            fields = comma < 0 ? default : fields[(comma + 1)..];
        }

        int end = fields.IndexOf((byte)',');
        return end < 0 ? fields : fields[..end];
    }

    private static (int Clock, int Day)? Place(ReadOnlySpan<byte> name) => name.Length != 5 ? null : name[2..] switch
    {
        [(byte)'Z', (byte)'D', (byte)'A'] => (0, 1),
        [(byte)'R', (byte)'M', (byte)'C'] => (0, 8),
        [(byte)'G', (byte)'G', (byte)'A'] or [(byte)'G', (byte)'N', (byte)'S'] => (0, -1),
        [(byte)'G', (byte)'L', (byte)'L'] => (4, -1),
        _ => null,
    };

    private static bool TryClock(ReadOnlySpan<byte> text, out long micros)
    {
        micros = 0;
        if (text.Length < 6 || text[..6].ContainsAnyExceptInRange((byte)'0', (byte)'9') || (text.Length > 6 && text[6] != '.'))
        {
            return false;
        }

        Span<byte> plain = stackalloc byte[8];
        (plain[0], plain[1], plain[2], plain[3], plain[4], plain[5], plain[6], plain[7]) =
            (text[0], text[1], (byte)':', text[2], text[3], (byte)':', text[4], text[5]);
        if (!ClockText.TryTime(plain, out micros, out _))
        {
            return false;
        }

        long weight = 100_000;
        foreach (byte digit in text.Length > 7 ? text[7..] : default)
        {
            if ((uint)(digit - '0') > 9)
            {
                return false;
            }

            micros += (digit - '0') * weight;
            weight /= 10;
        }

        return true;
    }

    private static bool TryDay(NmeaSentence sentence, int place, out long micros)
    {
        Span<byte> text = stackalloc byte[10];
        text.Fill((byte)'/');
        var day = Field(sentence.Fields, place);
        int length;
        if (place == 1)
        {
            // ZDA: day, month and year in three fields.
            var month = Field(sentence.Fields, 2);
            var year = Field(sentence.Fields, 3);
            length = 10;
            if (day.Length != 2 || month.Length != 2 || year.Length != 4)
            {
                micros = 0;
                return false;
            }

            day.CopyTo(text);
            month.CopyTo(text[3..]);
            year.CopyTo(text[6..]);
        }
        else
        {
            // RMC: ddmmyy.
            length = 8;
            if (day.Length != 6)
            {
                micros = 0;
                return false;
            }

            day[..2].CopyTo(text);
            day[2..4].CopyTo(text[3..]);
            day[4..].CopyTo(text[6..]);
        }

        bool valid = ClockText.TryDate(text[..length], DateOrder.DayMonthYear, out long days);
        micros = days * ClockText.Day;
        return valid;
    }
}
