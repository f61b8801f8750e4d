using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Determines from the first 1,000 lines of a log of pairs which keys are its time and its values. <see cref="KeyValueFormat"/>
/// runs it once per file, before the reader. It refuses a log without a time or without numbers. <see cref="LineReader"/> and
/// the sniffers of other logs share its rules for lines and times.
/// </summary>
internal sealed class KeyValueSniffer(InputFile file, FieldOptions options)
{
    private const int SampleLines = 1000;
    private const int MaxKeys = 10_000;
    private const long MaxDateBytes = 64L << 20;

    private readonly Encoding _encoding = EncodingOf(file);
    private readonly MissingMarks _marks = new([.. CsvOptions.UsualMissing, .. options.Missing], [], EncodingOf(file));
    private readonly List<string> _keys = [];
    private readonly Dictionary<string, ColumnProfile> _profiles = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string?> _suffixes = new(StringComparer.Ordinal);
    private readonly ColumnProfile _heads = new();

    /// <summary>Reads the beginning of the file.</summary>
    /// <exception cref="InputException">The lines have no time, or no numbers.</exception>
    public KeyValueLayout Sniff()
    {
        Sample();
        string? timeKey = TimeKey();
        var time = timeKey is null ? _heads : _profiles[timeKey];
        var date = options.Date != DateOrder.Auto ? options.Date : time.UnixUnit ?? Order(timeKey);
        var chosen = options.Columns
            ?? [.. _keys.Where(key => key != timeKey && _profiles[key].IsNumeric).Select(key => (key, (string?)null))];
        string[] keys = [.. chosen.Select(c => Known(c.Column))];
        FieldChoice.Check(keys, timeKey);
        if (keys.Length is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(file.Name, 0,
                FormattableString.Invariant(
                $"{keys.Length} keys hold numbers, and a record carries 1 to {RecordSchema.MaxValues}; name some with the input option columns="));
        }

        string[] suffixes = [.. keys.Select(key => _suffixes.GetValueOrDefault(key) ?? "")];
        var columns = ColumnNames.ToColumns(keys.Zip(chosen, (key, c) => (key, c.Name)));
        return new(
            timeKey,
            date,
            new FieldChoice(
                keys,
                new RecordSchema([.. columns.Zip(suffixes, (column, unit) => column with { Unit = unit })]),
                [.. _keys.Where(key => key != timeKey && !keys.Contains(key))
                    .Select(key => $"{SafeText.Text(key)} "
                        + $"({(_profiles[key].IsNumeric ? "not named" : $"not numbers: '{_profiles[key].Odd}'")})")],
                [.. keys.SelectMany(key => _profiles[key].Marks.Texts(_profiles[key].Numbers)).Distinct(StringComparer.Ordinal)]),
            _keys,
            suffixes,
            time.Ending,
            [.. keys.Select(key => _profiles[key].Ending)]);
    }

    /// <summary>Opens the lines of a log. Its formats share the rules for encodings and line ends.</summary>
    public static CsvLines Lines(InputFile file) =>
        new(TextEncodings.FromUtf16(file.Head, file.OpenContent()), file.Name, quote: null);

    /// <summary>Returns the encoding of the texts in the lines of a log: UTF-8, or one of a byte per character.</summary>
    public static Encoding EncodingOf(InputFile file) => TextEncodings.OfAscii(TextEncodings.Detect(file.Head));

    /// <summary>True for a line that readers skip: an empty line, or a comment.</summary>
    public static bool IsIdle(ReadOnlySpan<byte> line) => line.Trim(" \t"u8) is [] or [(byte)'#', ..];

    /// <summary>
    /// Parses a number with or without a unit directly behind it. False when the text does not begin with a number, or a digit
    /// follows the unit.
    /// </summary>
    /// <param name="unit">The text behind the number, at most 8 bytes.</param>
    public static bool TryNumber(ReadOnlySpan<byte> text, out double value, out ReadOnlySpan<byte> unit)
    {
        int length = NumberParser.Parse(text, (byte)'.', out value);
        unit = text[length..].Trim((byte)' ');
        return length > 0 && unit.Length <= 8 && !unit.ContainsAnyInRange((byte)'0', (byte)'9')
            && (unit.IsEmpty || char.IsAsciiLetter((char)unit[0]) || unit[0] is (byte)'%' or >= 0x80);
    }

    private void Sample()
    {
        using var lines = Lines(file);
        int count = 0;
        while (count < SampleLines && lines.TryNext(out var line) && lines.Terminated | count < 2)
        {
            if (IsIdle(line))
            {
                continue;
            }

            count++;
            var pairs = new KeyValuePairs(line);
            if (HeadTime(pairs.Head) is { IsEmpty: false } head)
            {
                _heads.Add(head, _marks, default);
            }

            while (pairs.TryNext(out var key, out var value))
            {
                Add(Encoding.UTF8.GetString(key), value);
            }
        }
    }

    private void Add(string key, ReadOnlySpan<byte> value)
    {
        if (!_profiles.TryGetValue(key, out var profile))
        {
            if (_keys.Count == MaxKeys)
            {
                throw Refusal.At(file.Name, 0, FormattableString.Invariant($"it has more than {MaxKeys} different keys"));
            }

            _profiles.Add(key, profile = new(_encoding));
            _keys.Add(key);
        }

        var number = value;
        if (!_marks.Has(value) && TryNumber(value, out _, out var unit))
        {
            string suffix = _encoding.GetString(unit);
            if (_suffixes.TryAdd(key, suffix) || _suffixes[key] == suffix)
            {
                number = unit.IsEmpty ? value : value[..value.IndexOf(unit)].Trim((byte)' ');
            }
        }

        profile.Add(number, _marks, new NumberFormat((byte)'.', commaPossible: false));
    }

    private string? TimeKey()
    {
        if (options.TimeKey is { } wanted)
        {
            return Known(wanted);
        }

        return _heads.IsDate || _heads.UnixUnit is not null
            ? null
            : FieldProfiles.WithClock(file.Name, FieldProfiles.DatesOf(_keys, _profiles, profile => profile.IsDate), _profiles,
                TimeColumnNames.Suggests)
                ?? _keys.Find(key => _profiles[key].UnixUnit is not null && TimeColumnNames.Suggests(key))
                ?? throw Refusal.At(file.Name, 0,
                    $"its lines have no time, neither before the first pair nor in a key; name a key with the input option "
                    + $"time-key=. Keys: {SafeText.ListOrNone(_keys)}");
    }

    private string Known(string key) =>
        _profiles.ContainsKey(key) ? key
            : throw Refusal.At(file.Name, 0,
            $"there is no key '{SafeText.Text(key)}' in its first lines. Keys: {SafeText.List(_keys)}");

    /// <summary>
    /// Returns the part of a head that may be a time: its first word, the second one if that is a time of day, and AM, PM or an
    /// offset that stand apart behind a time of day.
    /// </summary>
    public static ReadOnlySpan<byte> HeadTime(ReadOnlySpan<byte> head)
    {
        int first = head.IndexOfAny(" \t]"u8) is var separator and >= 0 ? separator : head.Length;
        int start = head[..first].LastIndexOf((byte)'T') + 1;
        if (start == 0 || !ClockText.TryTime(head[start..WordEnd(head, start)], out _, out _))
        {
            start = head.Length - head[first..].TrimStart(" \t]"u8).Length;
        }

        int end = WordEnd(head, start);
        if (!ClockText.TryTime(head[start..end], out _, out _))
        {
            return head[..first];
        }

        while (ClockEnd(head, end) is var further && further > end && ClockText.TryTime(head[start..further], out _, out _))
        {
            end = further;
        }

        return head[..end];
    }

    /// <summary>Returns the end of a word, without a separator behind it: of <c>12:00:00</c> in <c>12:00:00, INFO</c>.</summary>
    private static int WordEnd(ReadOnlySpan<byte> text, int start)
    {
        int length = text[start..].IndexOfAny(" \t]"u8);
        return start + (length < 0 ? text[start..] : text.Slice(start, length)).TrimEnd(",;:|"u8).Length;
    }

    /// <summary>Returns the end of AM, PM or an offset with minutes behind a time of day; else that of the time.</summary>
    private static int ClockEnd(ReadOnlySpan<byte> text, int end)
    {
        int start = text.Length - text[end..].TrimStart((byte)' ').Length;
        int next = WordEnd(text, start);
        return text[start..next] is [(byte)'A' or (byte)'a' or (byte)'P' or (byte)'p', (byte)'M' or (byte)'m']
            or [(byte)'+' or (byte)'-', _, _, _, _, ..] && start > end
            ? next
            : end;
    }

    /// <summary>Finds the order of day, month and year by the first time that has only one meaning.</summary>
    private DateOrder Order(string? timeKey)
    {
        using var lines = Lines(file);
        byte[]? key = timeKey is null ? null : Encoding.UTF8.GetBytes(timeKey);
        while (lines.Bytes < MaxDateBytes && lines.TryNext(out var line))
        {
            if (DateOrderSearch.Certain(TimeOf(line, key)) is { } order)
            {
                return order;
            }
        }

        throw DateOrderSearch.Ambiguous(file);
    }

    private static ReadOnlySpan<byte> TimeOf(ReadOnlySpan<byte> line, byte[]? key)
    {
        var pairs = new KeyValuePairs(line);
        if (key is null)
        {
            return HeadTime(pairs.Head);
        }

        while (pairs.TryNext(out var name, out var value))
        {
            if (name.SequenceEqual(key))
            {
                return value;
            }
        }

        return default;
    }
}
