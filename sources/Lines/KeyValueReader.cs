using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>Reads a log of pairs. A key that a line does not have is a missing value there.</summary>
internal sealed class KeyValueReader : LineReader
{
    private const int TimeKey = -1;
    private const int LeftOutKey = -2;
    private const int NoKey = -3;

    private readonly FieldOptions _options;
    private readonly KeyValueLayout _layout;
    private readonly MissingMarks _marks;
    private readonly TimestampParser _time;
    private readonly ClockZone? _zone;
    private readonly Dictionary<string, int> _roles = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _lookup;
    private readonly HashSet<string> _late = new(StringComparer.Ordinal);
    private readonly byte[][] _suffixes;
    private readonly char[] _name = new char[256];
    private int _lastRole = NoKey;
    private int _lastRoleBefore = NoKey;

    /// <summary>Opens the content.</summary>
    public KeyValueReader(InputFile file, FieldOptions options, KeyValueLayout layout)
        : base(file, layout.Values, options.SkipBadRows)
    {
        (_options, _layout) = (options, layout);
        _marks = new([.. CsvOptions.UsualMissing, .. options.Missing, .. layout.Marks], []);
        _time = new(layout.Date);
        _zone = options.TimeZone is { } zone ? new(zone) : null;
        _suffixes = [.. layout.Suffixes.Select(Encoding.UTF8.GetBytes)];
        for (int i = 0; i < layout.Keys.Count; i++)
        {
            _roles[layout.Keys[i]] = i;
        }

        foreach (string left in layout.LeftOut)
        {
            _roles.TryAdd(left[..left.LastIndexOf(" (", StringComparison.Ordinal)], LeftOutKey);
        }

        if (layout.TimeKey is { } time)
        {
            _roles[time] = TimeKey;
        }

        _lookup = _roles.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["keyvalue_time"] = _layout.TimeKey ?? "before the first pair",
        ["keyvalue_date"] = _layout.Date.ToString(),
        ["keyvalue_time_zone"] = _options.TimeZone?.Id ?? "as written in the times, else UTC",
        ["keyvalue_columns"] = string.Join(", ", _layout.Keys),
        ["keyvalue_columns_left_out"] = string.Join(", ", [.. _layout.LeftOut, .. _late.Select(key => $"{Shown.Text(key)} (not in the first lines)")]),
        ["keyvalue_missing_marks"] = _layout.Marks.Count == 0 ? "none" : string.Join(", ", _layout.Marks.Select(mark => $"'{mark}'")),
        ["keyvalue_bad_rows"] = Bad.Summary,
        ["keyvalue_torn_last_line"] = Bad.Torn ?? "none",
    };

    /// <inheritdoc/>
    protected override LineFound ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row) =>
        ReadPairs(line, batch, row) is { } fault ? LineFound.Faulty(fault, isPerhapsTorn: true) : LineFound.Record;

    /// <inheritdoc/>
    /// <remarks>A whole line ends with the key that the line before ended with, and its value as those of that key do.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> last = default;
        var pairs = new KeyValuePairs(line);
        while (pairs.TryNext(out _, out var value))
        {
            last = value;
        }

        bool sameKey = _lastRole == _lastRoleBefore || _lastRoleBefore == NoKey;
        bool isEnded = line[^1] is (byte)' ' or (byte)'\t' or (byte)'"' or (byte)',' or (byte)';' or (byte)'|' or (byte)']';
        return sameKey && (isEnded || EndOf(last) == FieldEnd.Whole)
            ? null
            : $"the file ends within it, without a line end, so that '{Shown.Text(last)}' may have been cut off "
                + "(if it is whole, add a line end)";
    }

    private FieldEnd EndOf(ReadOnlySpan<byte> value)
    {
        if (_lastRole == TimeKey)
        {
            return _layout.TimeEnding.OfTime(value);
        }

        if (_lastRole < 0)
        {
            // Of a key that is left out; what stands before it is separated from it.
            return _lastRole == LeftOutKey ? FieldEnd.Whole : FieldEnd.Unknown;
        }

        return !KeyValueSniffer.TryNumber(value, out _, out var unit) ? FieldEnd.Unknown
            : unit.IsEmpty ? _layout.Endings[_lastRole].OfNumber(value)
            : FieldEnd.Whole;
    }

    /// <returns>What is wrong with the line, as a clause; null when nothing is.</returns>
    private string? ReadPairs(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        for (int column = 0; column < Schema.ValueCount; column++)
        {
            batch.Values[(column * batch.Capacity) + row] = double.NaN;
        }

        (_lastRoleBefore, _lastRole) = (_lastRole, NoKey);
        var pairs = new KeyValuePairs(line);
        var time = _layout.TimeKey is null ? KeyValueSniffer.HeadTime(pairs.Head) : default;
        while (pairs.TryNext(out var key, out var text))
        {
            int role = RoleOf(key);
            _lastRole = role;
            if (role == TimeKey)
            {
                time = text;
            }
            else if (role >= 0 && !TryValue(text, role, out batch.Values[(role * batch.Capacity) + row]))
            {
                return $"'{Shown.Text(text)}' of key '{Shown.Text(key)}' is not a number{(_suffixes[role].Length > 0 ? $" of {_layout.Suffixes[role]}" : "")}";
            }
        }

        var quality = RecordQuality.Good;
        if (!_time.TryParse(time, out long micros, out long? offset))
        {
            return $"'{Shown.Text(time)}' is not a time in the order {_layout.Date}";
        }

        micros = offset is { } ahead ? micros - ahead : _zone?.ToUtc(micros, ref quality) ?? micros;
        if (!TimestampParser.IsInRange(micros))
        {
            return "its time is out of range";
        }

        for (int column = 0; column < Schema.ValueCount; column++)
        {
            quality |= double.IsNaN(batch.Values[(column * batch.Capacity) + row]) ? RecordQuality.Missing : RecordQuality.Good;
        }

        batch.Timestamps[row] = micros;
        batch.Qualities[row] = (uint)quality;
        return null;
    }

    private bool TryValue(ReadOnlySpan<byte> text, int role, out double value)
    {
        if (KeyValueSniffer.TryNumber(text, out value, out var unit) && (unit.IsEmpty || unit.SequenceEqual(_suffixes[role])))
        {
            return true;
        }

        value = double.NaN;
        return _marks.Has(text);
    }

    private int RoleOf(ReadOnlySpan<byte> key)
    {
        const int MaxLate = 20;
        if (key.Length <= _name.Length && Encoding.UTF8.TryGetChars(key, _name, out int length) && _lookup.TryGetValue(_name.AsSpan(0, length), out int role))
        {
            return role;
        }

        if (_late.Count < MaxLate)
        {
            _late.Add(Encoding.UTF8.GetString(key));
        }

        return LeftOutKey;
    }
}
