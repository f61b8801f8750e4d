using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Reads a log of pairs, one record per line. <see cref="KeyValueFormat"/> opens it with the layout that
/// <see cref="KeyValueSniffer"/> found. A key that a line lacks is NaN. A decimal comma makes its line malformed, since a comma
/// separates pairs. Not thread-safe. Allocates nothing per sound line.
/// </summary>
internal sealed class KeyValueReader : LineReader
{
    private const int NoKey = -3;

    private readonly FieldOptions _options;
    private readonly KeyValueLayout _layout;
    private readonly MissingMarks _marks;
    private readonly UtcTimeParser _time;
    private readonly FieldRoles _roles;
    private readonly byte[][] _suffixes;
    private readonly char[] _name = new char[256];
    private int _lastRole = NoKey;
    private int _lastRoleBefore = NoKey;

    public KeyValueReader(InputFile file, FieldOptions options, KeyValueLayout layout)
        : base(file, layout.Choice.Values, options.SkipBadRows)
    {
        (_options, _layout) = (options, layout);
        var encoding = KeyValueSniffer.EncodingOf(file);
        _marks = new([.. CsvOptions.UsualMissing, .. options.Missing, .. layout.Choice.Marks], [], encoding);
        _time = new(layout.Date, options.TimeZone);
        _suffixes = [.. layout.Suffixes.Select(encoding.GetBytes)];
        _roles = new(layout.Choice, layout.All, layout.TimeKey);
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["keyvalue_time"] = _layout.TimeKey ?? "before the first pair",
        ["keyvalue_date"] = _layout.Date.ToString(),
        ["keyvalue_time_zone"] = _options.TimeZone?.Id ?? "as written in the times, else UTC",
        ["keyvalue_columns"] = string.Join(", ", _layout.Choice.Fields),
        ["keyvalue_columns_left_out"] = _roles.AllLeftOut,
        ["keyvalue_missing_marks"] = SafeText.Quoted(_layout.Choice.Marks),
        ["keyvalue_bad_rows"] = Bad.Summary,
        ["keyvalue_torn_last_line"] = Bad.Torn ?? "none",
    };

    /// <inheritdoc/>
    protected override LineOutcome ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row) =>
        ReadPairs(line, batch, row) is { } fault ? LineOutcome.Faulty(fault, isPerhapsTorn: true) : LineOutcome.Record;

    /// <inheritdoc/>
    /// <remarks>A whole line ends with the last key of the line before, and its value ends as those of that key do.</remarks>
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
            : $"the file ends within it, without a line end, so that '{SafeText.Text(last)}' may have been cut off "
                + "(if it is whole, add a line end)";
    }

    private FieldEnd EndOf(ReadOnlySpan<byte> value)
    {
        if (_lastRole == FieldRoles.Time)
        {
            return _layout.TimeEnding.OfTime(value);
        }

        if (_lastRole < 0)
        {
            // The value of a left-out key is separated from the values before it, so these are whole.
            return _lastRole == FieldRoles.LeftOut ? FieldEnd.Whole : FieldEnd.Unknown;
        }

        return !KeyValueSniffer.TryNumber(value, out _, out var unit) ? FieldEnd.Unknown
            : unit.IsEmpty ? _layout.Endings[_lastRole].OfNumber(value)
            : FieldEnd.Whole;
    }

    /// <returns>The fault of the line, as a clause; null when it is sound.</returns>
    private string? ReadPairs(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        BatchRow.Clear(batch, row, Schema.ValueCount);

        (_lastRoleBefore, _lastRole) = (_lastRole, NoKey);
        var pairs = new KeyValuePairs(line);
        var time = _layout.TimeKey is null ? KeyValueSniffer.HeadTime(pairs.Head) : default;
        while (pairs.TryNext(out var key, out var text))
        {
            int role = RoleOf(key);
            _lastRole = role;
            double before = role >= 0 ? batch.Values[(role * batch.Capacity) + row] : double.NaN;
            if (role == FieldRoles.Time)
            {
                if (!time.IsEmpty && !time.SequenceEqual(text))
                {
                    return $"it has the time '{SafeText.Text(key)}' twice, with different values";
                }

                time = text;
            }
            else if (role >= 0 && !TryValue(text, role, out batch.Values[(role * batch.Capacity) + row]))
            {
                return $"'{SafeText.Text(text)}' of key '{SafeText.Text(key)}' is not a "
                    + $"number{(_suffixes[role].Length > 0 ? $" of {_layout.Suffixes[role]}" : "")}";
            }
            else if (!double.IsNaN(before) && before != batch.Values[(role * batch.Capacity) + row])
            {
                // A line of several devices, for example: a record holds one value of a key.
                return $"it has key '{SafeText.Text(key)}' twice, with different values";
            }
            else if (role >= 0 && pairs.IsCutAtComma && text is [] or [.., >= (byte)'0' and <= (byte)'9'])
            {
                // Commas separate pairs, so what follows would be lost without a word.
                return $"'{SafeText.Text(text)}' of key '{SafeText.Text(key)}' has a comma and digits directly behind it: "
                    + "write a decimal point, or a space after a comma between pairs";
            }
        }

        var quality = RecordQuality.Good;
        if (!_time.TryParse(time, out batch.Timestamps[row], ref quality))
        {
            return $"'{SafeText.Text(time)}' is not a time in the order {_layout.Date}";
        }

        quality |= BatchRow.QualityOf(batch, row, Schema.ValueCount);

        batch.Qualities[row] = (uint)quality;
        return null;
    }

    private bool TryValue(ReadOnlySpan<byte> text, int role, out double value)
    {
        if (KeyValueSniffer.TryNumber(text, out value, out var unit) && (unit.IsEmpty || unit.SequenceEqual(_suffixes[role])))
        {
            value = _marks.Has(value) ? double.NaN : value;
            return true;
        }

        value = double.NaN;
        return _marks.Has(text);
    }

    private int RoleOf(ReadOnlySpan<byte> key) =>
        key.Length <= _name.Length && Encoding.UTF8.TryGetChars(key, _name, out int length)
            ? _roles.Of(_name.AsSpan(0, length))
            : _roles.Of(Encoding.UTF8.GetString(key));
}
