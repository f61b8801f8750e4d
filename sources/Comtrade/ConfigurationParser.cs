using System.Globalization;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Parses the text of a COMTRADE configuration line by line, as recorders write it. <see cref="ComtradeFormat"/> calls it once
/// per recording, before it opens the data. It reports unusual lines as oddities, and throws only for faults that would make the
/// data unreadable or wrong.
/// </summary>
internal sealed class ConfigurationParser
{
    private const int MaxName = 200;

    private readonly string _name;
    private readonly string[] _lines;
    private readonly List<string> _oddities = [];
    private int _next;

    private readonly BaseDate? _baseDate;

    private ConfigurationParser(string name, string text, BaseDate? baseDate)
    {
        _name = name;
        _baseDate = baseDate;
        _lines = text.Split(text.Contains('\n', StringComparison.Ordinal) ? '\n' : '\r');
    }

    /// <summary>Parses a configuration.</summary>
    /// <param name="bytes">The file's content.</param>
    /// <param name="baseDate">Day of the first sample that replaces the file's; null keeps it.</param>
    /// <exception cref="InputException">The text is not a configuration, or its data could not be read rightly.</exception>
    public static ComtradeConfiguration Parse(string name, ReadOnlySpan<byte> bytes, BaseDate? baseDate = null)
    {
        string text = ConfigurationText.Decode(bytes, out string encoding);
        return new ConfigurationParser(name, text, baseDate).Parse(encoding);
    }

    private ComtradeConfiguration Parse(string encoding)
    {
        var (station, device, revision) = Identity();
        var (analogCount, digitalCount) = Counts();
        var analog = new AnalogChannel[analogCount];
        for (int i = 0; i < analogCount; i++)
        {
            analog[i] = Analog(Next("an analogue channel"));
        }

        var digital = new DigitalChannel[digitalCount];
        for (int i = 0; i < digitalCount; i++)
        {
            digital[i] = Digital(Next("a digital channel"));
        }

        CheckNumbering("analogue", analog.Select(c => c.Number));
        CheckNumbering("digital", digital.Select(c => c.Number));
        string frequency = Next("the line frequency").Trim();
        var rates = Rates();
        var (start, trigger) = Times(revision);
        var coding = Coding(Next("the data file type").Trim());
        double multiplier = Multiplier();
        TimeSpan? offset = revision >= 2013 ? UtcOffset() : null;
        RefuseVendorCoding();
        return new ComtradeConfiguration
        {
            Station = station,
            Device = device,
            Revision = revision,
            Analog = analog,
            Digital = digital,
            LineFrequency = frequency.Length == 0 ? 0 : Real(frequency, "line frequency"),
            Rates = rates,
            Start = start,
            Trigger = trigger,
            Coding = coding,
            TimeMultiplier = multiplier,
            UtcOffset = offset,
            Encoding = encoding,
            Oddities = _oddities,
        };
    }

    private (string Station, string Device, int Revision) Identity()
    {
        string[] fields = Next("station and device").Split(',');
        if (fields.Length < 2)
        {
            throw Fail("the first line does not name a station and a device");
        }

        // A comma in a name shifts the fields. The year, where there is one, is always the last field.
        bool dated = fields.Length > 2 && TryYear(fields[^1], out _);
        int year = dated && TryYear(fields[^1], out int y) ? y : 1991;
        string[] names = dated ? fields[..^1] : fields;
        if (!dated)
        {
            _oddities.Add("No revision year: read by the rules of 1991.");
        }
        else if (year is not (1991 or 1999 or 2013))
        {
            _oddities.Add(Say($"Revision year {year}: read by the rules of {Rules(year)}."));
        }

        if (names.Length > 2)
        {
            _oddities.Add("A comma in the name of the station or device.");
        }

        return (SafeText.Bounded(names[0].Trim(), MaxName), SafeText.Bounded(string.Join(',', names[1..]).Trim(), MaxName),
            Rules(year));
    }

    private static bool TryYear(string text, out int year) =>
        int.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out year) && year is >= 1991 and <= 2099;

    private static int Rules(int year) => year >= 2013 ? 2013 : year >= 1997 ? 1999 : 1991;

    private (int Analog, int Digital) Counts()
    {
        if (!ChannelCounts.TryParse(Next("the channel counts"), out var counts))
        {
            throw Fail("the channel counts are not of the form 'total,nnA,nnD'");
        }

        if (counts.Analog + counts.Digital is 0 or > ComtradeConfiguration.MaxChannels)
        {
            throw Fail(Say($"{counts.Analog + counts.Digital} channels; 1 to {ComtradeConfiguration.MaxChannels} are read"));
        }

        if (counts.Oddity is { } oddity)
        {
            _oddities.Add(oddity);
        }

        return (counts.Analog, counts.Digital);
    }

    private AnalogChannel Analog(string line)
    {
        string[] fields = Trimmed(line);
        if (fields.Length is < 10 or > 14)
        {
            throw Fail(Say($"an analogue channel has {fields.Length} fields, not 10 to 14"));
        }

        var channel = new AnalogChannel
        {
            Number = (int)Real(fields[0], "channel number"),
            Id = fields[1],
            Phase = fields[2],
            Unit = fields[4],
            Multiplier = Real(fields[5], "multiplier a"),
            Offset = fields[6].Length == 0 ? 0 : Real(fields[6], "offset b"),
            SkewMicroseconds = fields[7].Length == 0 ? 0 : Real(fields[7], "skew"),
            Min = fields[8].Length == 0 ? null : Real(fields[8], "minimum"),
            Max = fields[9].Length == 0 ? null : Real(fields[9], "maximum"),
            Primary = fields.Length > 10 && fields[10].Length > 0 ? Real(fields[10], "primary ratio") : 1,
            Secondary = fields.Length > 11 && fields[11].Length > 0 ? Real(fields[11], "secondary ratio") : 1,
            Side = fields.Length > 12 ? Side(fields[12]) : ChannelSide.Unstated,
        };

        // FLOAT32 has the largest raw magnitude: even there a scaled value must not overflow into infinity.
        if (!double.IsFinite((Math.Abs(channel.Multiplier) * float.MaxValue) + Math.Abs(channel.Offset)))
        {
            throw Fail(Say($"the scaling of channel '{Short(channel.Id)}' overflows"));
        }

        return channel;
    }

    private ChannelSide Side(string text) => text switch
    {
        "P" or "p" => ChannelSide.Primary,
        "S" or "s" => ChannelSide.Secondary,
        "" => ChannelSide.Unstated,
        _ => throw Fail($"'{Short(text)}' is neither P (primary) nor S (secondary)"),
    };

    private DigitalChannel Digital(string line)
    {
        string[] fields = Trimmed(line);
        if (fields.Length is < 2 or > 5)
        {
            throw Fail(Say($"a digital channel has {fields.Length} fields, not 2 to 5"));
        }

        // The standard has 3 (1991) or 5. Some recorders leave the normal state out.
        return new DigitalChannel((int)Real(fields[0], "channel number"), fields[1],
            fields.Length > 2 && fields[^1] == "1" ? 1 : 0);
    }

    private void CheckNumbering(string kind, IEnumerable<int> numbers)
    {
        int expected = 1;
        foreach (int number in numbers)
        {
            if (number != expected++)
            {
                _oddities.Add(Say(
                    $"The {kind} channels are not numbered 1, 2, 3...: number {number} comes at place {expected - 1}."));
                return;
            }
        }
    }

    private List<RateSection> Rates()
    {
        int sections = (int)Real(Next("the number of sampling rates").Trim(), "number of sampling rates");
        if (sections is < 0 or > 100_000)
        {
            throw Fail(Say($"{sections} sampling rates"));
        }

        var rates = new List<RateSection>();
        for (int i = 0; i < Math.Max(1, sections); i++)
        {
            // Without a fixed rate the standard still has a line '0,<samples>'. Some recorders omit it.
            if (sections == 0 && Peek() is { } date && date.Contains('/', StringComparison.Ordinal))
            {
                break;
            }

            string[] fields = Trimmed(Next("a sampling rate"));
            if (fields.Length != 2)
            {
                throw Fail("a sampling rate is not of the form 'rate,last sample'");
            }

            double hertz = Real(fields[0], "sampling rate");
            double end = Real(fields[1], "last sample of a sampling rate");
            if (hertz < 0 || end is < 0 or > 9e15)
            {
                throw Fail("a sampling rate is negative");
            }

            rates.Add(new RateSection(hertz, (long)end));
        }

        if (sections == 0 || rates.All(r => r.Hertz == 0))
        {
            _oddities.Add("No sampling rate: the stamps in the data are the only time.");
            rates.Clear();
        }

        return rates;
    }

    private (ConfigurationTime Start, ConfigurationTime? Trigger) Times(int revision)
    {
        string line = Next("the start time").Trim();
        var start = Time("start", line, revision);
        if (_baseDate is null)
        {
            return (start ?? throw Fail(
                "the time of the first sample is not a date and time; give its day with the input option base-date="),
                Time("trigger", Next("the trigger time").Trim(), revision));
        }

        // The option replaces the day, and the time of day too when it has one.
        var ofDay = _baseDate.Time is null
            ? Time("start", "01/01/1970," + line[(line.IndexOf(',', StringComparison.Ordinal) + 1)..], revision) : null;
        var given = _baseDate.Time is not null
            ? new ConfigurationTime(_baseDate.Micros, 0, start?.FractionDigits ?? 6)
            : (ofDay ?? throw Fail(
                "the first sample has no valid time of day; give day and time with the input option base-date=")) is var clock
                ? clock with { Microseconds = clock.Microseconds + _baseDate.Micros } : default;
        var trigger = Time("trigger", Next("the trigger time").Trim(), revision);
        return (given, start is { } written && trigger is { } then
            ? then with { Microseconds = then.Microseconds + given.Microseconds - written.Microseconds }
            : null);
    }

    private ConfigurationTime? Time(string what, string line, int revision)
    {
        if (!ConfigurationTime.TryParse(line, revision == 1991, out var time, out bool swapped))
        {
            return null;
        }

        if (swapped)
        {
            _oddities.Add($"Day and month of the {what} time are the other way round than revision {revision.ToString(CultureInfo.InvariantCulture)} says.");
        }

        return time;
    }

    private ComtradeCoding Coding(string text) => text.ToUpperInvariant() switch
    {
        "ASCII" => ComtradeCoding.Ascii,
        "BINARY" => ComtradeCoding.Binary,
        "BINARY32" => ComtradeCoding.Binary32,
        "FLOAT32" => ComtradeCoding.Float32,
        _ => throw Fail($"data file type '{Short(text)}' is not ASCII, BINARY, BINARY32 or FLOAT32"),
    };

    private double Multiplier()
    {
        if (Peek() is not { } line || line.Contains('=', StringComparison.Ordinal)
            || line.Contains(',', StringComparison.Ordinal))
        {
            return 1;
        }

        double multiplier = Real(Next("the time multiplier").Trim(), "time multiplier");
        if (multiplier is <= 0 or > 1e9)
        {
            throw Fail(Say($"the time multiplier {multiplier} is out of range"));
        }

        if (multiplier != 1)
        {
            _oddities.Add(Say($"Stamps are multiplied with {multiplier}."));
        }

        return multiplier;
    }

    private TimeSpan? UtcOffset()
    {
        if (Peek() is not { } line || line.Contains('=', StringComparison.Ordinal))
        {
            return null;
        }

        string code = Next("the time code").Split(',')[0].Trim();
        return LocalTimeCode.TryParse(code, out var offset) ? offset
            : throw Fail($"time code '{Short(code)}' is not of the form -5h30, up to 14h00");
    }

    private void RefuseVendorCoding()
    {
        for (; _next < _lines.Length; _next++)
        {
            string line = _lines[_next].Trim();
            if (line.StartsWith("EASY", StringComparison.OrdinalIgnoreCase) && line.Contains('=', StringComparison.Ordinal)
                && line[(line.IndexOf('=', StringComparison.Ordinal) + 1)..].Trim() is not ("" or "0"))
            {
                throw Fail($"the data is in a private coding of the recorder's vendor ('{Short(line)}'), which no revision of "
                    + $"the standard describes");
            }
        }
    }

    private string? Peek()
    {
        for (int line = _next; line < _lines.Length; line++)
        {
            string text = _lines[line].Trim();
            if (text.Length > 0)
            {
                return text;
            }
        }

        return null;
    }

    private string Next(string what)
    {
        while (_next < _lines.Length)
        {
            string line = _lines[_next++].TrimEnd('\r', '\x1A', '\0', ' ', '\t');
            if (line.Length > 0)
            {
                return line;
            }
        }

        throw Fail($"it ends before {what}");
    }

    private static string[] Trimmed(string line) => Array.ConvertAll(line.Split(','), f => f.Trim());

    private double Real(string text, string what) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) && double.IsFinite(value)
            ? value
            : throw Fail($"{what} '{Short(text)}' is not a number");

    private InputException Fail(string reason) => Refusal.At(_name, _next, "in the COMTRADE configuration, " + reason);

    private static string Short(string text) => SafeText.Text(text);

    private static string Say(FormattableString text) => FormattableString.Invariant(text);
}
