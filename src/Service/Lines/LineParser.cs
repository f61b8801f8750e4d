using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Lines;

/// <summary>
/// Reads one line of InfluxDB's line protocol: measurement, tags, fields, timestamp. The measurement and the sorted tags name the
/// source. Fields are values of the schema. <see cref="LineRequest"/> parses all lines of a request with one parser, whose
/// properties hold the last line. Syntax: InfluxDB 1.8, "Line protocol reference". Not thread-safe.
/// </summary>
/// <remarks>Names of sources are stored, so their form (sorted tags, backslashes kept) must not change.</remarks>
internal sealed class LineParser
{
    /// <summary>The field with the quality of the record, unless the schema has a value of this name.</summary>
    public const string QualityField = "quality";

    /// <summary>Most bytes of a name as UTF-8. A store's index bounds its length: one takes 2,704.</summary>
    private const int LongestName = 1024;

    private readonly Dictionary<string, int> _columns;
    private readonly List<string> _tags = [];
    private readonly StringBuilder _word = new();

    /// <param name="schema">The values of a record.</param>
    public LineParser(RecordSchema schema)
    {
        _columns = schema.Values.Select((value, column) => (value.Name, column))
            .ToDictionary(one => one.Name, one => one.column, StringComparer.Ordinal);
        Values = new double[schema.ValueCount];
    }

    /// <summary>Measurement and tags of the line, as the line protocol writes them, tags sorted by name.</summary>
    public string Source { get; private set; } = string.Empty;

    /// <summary>The values of the line in schema order. NaN for a missing one. The next line overwrites the array.</summary>
    public double[] Values { get; }

    /// <summary>The quality of the line. Null if the line has none.</summary>
    public uint? Quality { get; private set; }

    /// <summary>The timestamp as written, in the precision of the request. Null if the line has none.</summary>
    public long? Timestamp { get; private set; }

    /// <summary>Reads a line.</summary>
    /// <param name="line">The line without its end, neither empty nor a comment.</param>
    /// <exception cref="LineFault">The line is invalid. The properties are then undefined.</exception>
    public void Read(string line)
    {
        int at = 0;
        ReadSource(line, ref at);
        Array.Fill(Values, double.NaN);
        Quality = null;
        do
        {
            at++;
            ReadField(line, ref at);
        }
        while (at < line.Length && line[at] == ',');

        string rest = line[at..].Trim();
        Timestamp = rest.Length == 0 ? null
            : long.TryParse(rest, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long timestamp) ? timestamp
            : throw new LineFault($"bad timestamp '{ClientText.Shown(rest)}'");
    }

    private void ReadSource(string line, ref int at)
    {
        _tags.Clear();
        string measurement = Word(line, ref at, ", ");
        if (measurement.Length == 0)
        {
            throw new LineFault("missing measurement");
        }

        while (at < line.Length && line[at] == ',')
        {
            at++;
            string tag = Word(line, ref at, "=, ");
            if (at >= line.Length || line[at] != '=' || tag.Length == 0)
            {
                throw new LineFault("missing tag value");
            }

            at++;
            string value = Word(line, ref at, ", ");
            _tags.Add(value.Length == 0 ? throw new LineFault("missing tag value") : $"{tag}={value}");
        }

        if (at >= line.Length)
        {
            throw new LineFault("missing fields");
        }

        while (at + 1 < line.Length && line[at + 1] == ' ')
        {
            at++;
        }

        _tags.Sort(StringComparer.Ordinal);
        Source = _tags.Count == 0 ? measurement : $"{measurement},{string.Join(',', _tags)}";
        int bytes = Encoding.UTF8.GetByteCount(Source);
        if (bytes > LongestName)
        {
            throw new LineFault($"measurement and tags have {bytes} bytes, and {LongestName} are taken");
        }

        // A database may have no text with a zero byte, and the other control characters are invisible.
        if (Source.Any(char.IsControl))
        {
            throw new LineFault("measurement or tags have a control character");
        }
    }

    private void ReadField(string line, ref int at)
    {
        string name = Unescaped(Word(line, ref at, "=, "));
        if (name.Length == 0 || at >= line.Length || line[at] != '=')
        {
            throw new LineFault("missing field value");
        }

        at++;
        if (at < line.Length && line[at] == '"')
        {
            throw new LineFault($"field '{ClientText.Shown(name)}' is a text, and records have numbers alone");
        }

        string text = Word(line, ref at, ", ");
        if (name == QualityField && !_columns.ContainsKey(QualityField))
        {
            Quality = uint.TryParse(text.TrimEnd('i', 'u'), NumberStyles.None, CultureInfo.InvariantCulture, out uint quality)
                ? quality : throw new LineFault($"field '{ClientText.Shown(name)}' is no whole number of 32 bits");
            return;
        }

        if (!_columns.TryGetValue(name, out int column))
        {
            throw new LineFault($"field '{ClientText.Shown(name)}' is no value of the table");
        }

        Values[column] = ValueOf(name, text);
    }

    private static double ValueOf(string name, string text) => text switch
    {
        "t" or "T" or "true" or "True" or "TRUE" => 1,
        "f" or "F" or "false" or "False" or "FALSE" => 0,
        _ when text.Length > 1 && text[^1] is 'i' or 'u'
            && decimal.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                out decimal whole) => (double)whole + 0.0,
        _ when double.TryParse(text, NumberStyles.Float & ~NumberStyles.AllowLeadingWhite & ~NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture, out double value) && double.IsFinite(value) => value + 0.0,
        _ => throw new LineFault($"field '{ClientText.Shown(name)}' has the invalid number '{ClientText.Shown(text)}'"),
    };

    /// <summary>Reads up to the first of the end characters that no backslash precedes. Keeps backslashes.</summary>
    private string Word(string line, ref int at, string ends)
    {
        _word.Clear();
        while (at < line.Length)
        {
            char c = line[at];
            if (c == '\\' && at + 1 < line.Length)
            {
                _word.Append(c).Append(line[at + 1]);
                at += 2;
                continue;
            }

            if (ends.Contains(c, StringComparison.Ordinal))
            {
                break;
            }

            _word.Append(c);
            at++;
        }

        return _word.ToString();
    }

    private static string Unescaped(string word) => word.Contains('\\', StringComparison.Ordinal)
        ? word.Replace("\\,", ",", StringComparison.Ordinal).Replace("\\=", "=", StringComparison.Ordinal)
            .Replace("\\ ", " ", StringComparison.Ordinal)
        : word;
}
