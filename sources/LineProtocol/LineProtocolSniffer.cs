using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Determines from the first 1,000 lines which measurement and which of its fields hold the numbers.
/// <see cref="LineProtocolFormat"/> runs it once per file, before the reader. It refuses a file with several such measurements
/// rather than guess, and a tag of <c>where=</c> or <c>pivot=</c> that these lines lack.
/// </summary>
internal sealed class LineProtocolSniffer(InputFile file, LineProtocolOptions options)
{
    private const int SampleLines = 1000;
    private const int MaxMeasurements = 200;
    private const int MaxTags = 200;

    private readonly List<string> _names = [];
    private readonly Dictionary<string, FieldProfiles> _profiles = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<string>> _tags = new(StringComparer.Ordinal);
    private readonly HashSet<string> _numeric = new(StringComparer.Ordinal);
    private TimePrecision? _precision;

    /// <summary>Reads the beginning of the file.</summary>
    /// <exception cref="InputException">No measurement or several hold numbers, or the unit of times is unclear.</exception>
    public LineProtocolLayout Sniff()
    {
        Sample();
        string name = options.Measurement is { } wanted
            ? _names.Find(n => n == wanted)
                ?? throw Refusal.At(file.Name, 0,
                $"no line at its beginning is of the measurement '{SafeText.Text(wanted)}'. Measurements: "
                    + SafeText.List(_names))
            : OnlyOne();
        var precision = options.Precision ?? _precision
            ?? throw Refusal.At(file.Name, 0,
                "its times are not between 1990 and 2100 in any unit; name the unit with the input option "
                + "precision=ns, us, ms or s");
        var profiles = _profiles[name];
        foreach (string tag in options.Where.Select(filter => filter.Column).Concat(options.Pivot is { } pivot ? [pivot] : []))
        {
            if (!_tags[name].Contains(tag))
            {
                throw Refusal.At(file.Name, 0,
                    $"no line at its beginning has the tag '{SafeText.Text(tag)}'. Tags: {SafeText.List(_tags[name])}");
            }
        }

        return new(name, precision, profiles.Choose(options.Columns, time: null), profiles.Names,
            [.. _names.Where(n => n != name)], _tags[name]);
    }

    private void Sample()
    {
        using var lines = KeyValueSniffer.Lines(file);
        for (int count = 0; count < SampleLines && lines.TryNext(out var line) && (lines.Terminated || count < 2);)
        {
            if (KeyValueSniffer.IsIdle(line))
            {
                continue;
            }

            count++;
            if (LineProtocolPoint.Parse(line, out var point) is null)
            {
                _precision ??= TimePrecision.Of(point.Time);
                Add(point);
            }
        }
    }

    private void Add(LineProtocolPoint point)
    {
        string name = Text(point.Measurement);
        if (!_profiles.TryGetValue(name, out var profiles))
        {
            if (_names.Count == MaxMeasurements)
            {
                return;
            }

            _names.Add(name);
            _profiles.Add(name, profiles = new(file.Name, []));
            _tags.Add(name, []);
        }

        AddTags(_tags[name], point.Tags);
        while (point.TryNext(out var key, out var value))
        {
            var plain = LineProtocolText.Plain(value);
            if (value[0] == '"')
            {
                profiles.AddText(Text(key), plain);
                continue;
            }

            profiles.Add(Text(key), plain);
            if (NumberParser.TryParse(plain, (byte)'.', out _))
            {
                _numeric.Add(name);
            }
        }
    }

    private static void AddTags(List<string> known, ReadOnlySpan<byte> tags)
    {
        while (!tags.IsEmpty && known.Count < MaxTags)
        {
            int comma = LineProtocolPoint.Unescaped(tags, ","u8);
            var pair = comma < 0 ? tags : tags[..comma];
            tags = comma < 0 ? default : tags[(comma + 1)..];
            int sign = LineProtocolPoint.Unescaped(pair, "="u8);
            string key = Text(sign < 0 ? pair : pair[..sign]);
            if (!known.Contains(key))
            {
                known.Add(key);
            }
        }
    }

    private string OnlyOne() => _numeric.Count switch
    {
        1 => _numeric.Single(),
        0 => throw Refusal.At(file.Name, 0,
            $"no measurement holds numbers with a time. Measurements: {SafeText.ListOrNone(_names)}"),
        _ => throw Refusal.At(file.Name, 0,
            $"several measurements hold numbers: {SafeText.List(_numeric)}; name one with the input option measurement="),
    };

    private static string Text(ReadOnlySpan<byte> name) =>
        Encoding.UTF8.GetString(LineProtocolText.Unescape(name, name.Contains((byte)'\\') ? new byte[name.Length] : []));
}
