using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Reads the lines of one measurement, one record per line. It skips and counts the lines of other measurements, and those that
/// <c>where=</c> excludes. <see cref="LineProtocolFormat"/> opens it with the layout that <see cref="LineProtocolSniffer"/>
/// found. A field that a line lacks is NaN. Times finer than a microsecond are rounded down and marked as uncertain. Not
/// thread-safe. Allocates nothing per sound line.
/// </summary>
internal sealed class LineProtocolReader : LineReader
{
    private const int MaxName = 4096;

    private readonly InputFile _file;
    private readonly LineProtocolLayout _layout;
    private readonly Entities? _entities;
    private readonly FieldRoles _roles;
    private readonly MissingMarks _marks;
    private readonly byte[] _measurement;
    private readonly byte[]? _pivot;
    private readonly (byte[] Tag, RowFilter Filter)[] _filters;
    private readonly byte[] _unescaped = new byte[MaxName];
    private readonly char[] _name = new char[MaxName];
    private int _digits;
    private int _digitsBefore;
    private long _others;
    private long _filtered;

    /// <summary>Opens the content.</summary>
    /// <param name="layout">The content, as sampled.</param>
    /// <param name="entities">Numbers the texts of the tag that <c>pivot=</c> names, and the line's last value is that number;
    /// null when each line is a record.</param>
    public LineProtocolReader(InputFile file, LineProtocolOptions options, LineProtocolLayout layout, Entities? entities = null)
        : base(file, entities is null ? layout.Choice.Values
            : new RecordSchema([.. layout.Choice.Values.Values, new("entity", "")]), options.SkipBadRows)
    {
        (_file, _layout, _entities) = (file, layout, entities);
        _roles = new(layout.Choice, layout.All, time: null);
        _marks = new([.. CsvOptions.UsualMissing, .. layout.Choice.Marks], []);
        _measurement = Encoding.UTF8.GetBytes(layout.Measurement);
        _pivot = options.Pivot is { } tag ? Escaped(tag) : null;
        _filters = [.. options.Where.Select(filter => (Escaped(filter.Column), filter))];
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["influx_measurement"] = SafeText.Text(_layout.Measurement),
        ["influx_precision"] = _layout.Precision.Word,
        ["influx_columns"] = string.Join(", ", _layout.Choice.Fields),
        ["influx_columns_left_out"] = string.Join(", ", new[] { _roles.AllLeftOut }.Where(text => text.Length > 0)
            .Concat(TagsLeftOut.Select(tag => $"{SafeText.Text(tag)} (a tag)"))),
        ["influx_rows_left_out"] = string.Join(", ", LinesLeftOut()),
        ["influx_missing_marks"] = SafeText.Quoted(_layout.Choice.Marks),
        ["influx_bad_rows"] = Bad.Summary,
        ["influx_torn_last_line"] = Bad.Torn ?? "none",
    };

    private IEnumerable<string> TagsLeftOut => _layout.Tags
        .Where(tag => _pivot is null || !Escaped(tag).AsSpan().SequenceEqual(_pivot));

    /// <inheritdoc/>
    protected override LineOutcome ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        if (LineProtocolPoint.Parse(line, out var point) is { } fault)
        {
            return LineOutcome.Faulty(fault, isPerhapsTorn: true);
        }

        if (!Unescape(point.Measurement).SequenceEqual(_measurement))
        {
            _others++;
            return LineOutcome.Nothing;
        }

        foreach (var (tag, filter) in _filters)
        {
            if (!filter.Meets(Unescape(point.Tag(tag))))
            {
                _filtered++;
                return LineOutcome.Nothing;
            }
        }

        return ReadPoint(point, batch, row) is { } wrong ? LineOutcome.Faulty(wrong, isPerhapsTorn: true) : LineOutcome.Record;
    }

    /// <inheritdoc/>
    /// <remarks>A time that the end of the file cuts off is still a time, in another century.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line) =>
        _digits < _digitsBefore ? "the file ends within it: its time is shorter than that of the line before" : null;

    private IEnumerable<string> LinesLeftOut()
    {
        if (_others > 0)
        {
            yield return FormattableString.Invariant($"{_others} of other measurements ({SafeText.List(_layout.Others)})");
        }

        if (_filtered > 0)
        {
            yield return FormattableString.Invariant($"{_filtered} by where=");
        }
    }

    /// <returns>The fault of the line, as a clause; null when it is sound.</returns>
    private string? ReadPoint(LineProtocolPoint point, RecordBatch batch, int row)
    {
        int values = _layout.Choice.Fields.Count;
        BatchRow.Clear(batch, row, values);

        while (point.TryNext(out var key, out var written))
        {
            int role = RoleOf(key);
            if (role < 0)
            {
                continue;
            }

            var plain = LineProtocolText.Plain(written);
            ref double value = ref batch.Values[(role * batch.Capacity) + row];
            double before = value;
            if (written[0] == '"' || !NumberParser.TryParse(plain, (byte)'.', out value))
            {
                value = double.NaN;
                if (!_marks.Has(plain))
                {
                    return $"{SafeText.Text(written)} of field '{SafeText.Text(key)}' is not a number";
                }
            }

            if (!double.IsNaN(before) && before != value)
            {
                return $"it has field '{SafeText.Text(key)}' twice, with different values";
            }
        }

        if (point.HasRest)
        {
            return "a field is not of the form key=value";
        }

        if (!_layout.Precision.TryParse(point.Time, out long micros, out bool rounded))
        {
            return $"'{SafeText.Text(point.Time)}' is not a time in {_layout.Precision.Word} since 1970";
        }

        (_digitsBefore, _digits) = (_digits, point.Time.Length);
        var quality = rounded ? RecordQuality.TimeUncertain : RecordQuality.Good;
        quality |= BatchRow.QualityOf(batch, row, values);

        if (_entities is not null)
        {
            batch.Values[(values * batch.Capacity) + row] = _entities.NumberOf(_file.Name, Unescape(point.Tag(_pivot)));
        }

        batch.Timestamps[row] = micros;
        batch.Qualities[row] = (uint)quality;
        return null;
    }

    private int RoleOf(ReadOnlySpan<byte> key)
    {
        var name = Unescape(key);
        return name.Length <= MaxName && Encoding.UTF8.TryGetChars(name, _name, out int length)
            ? _roles.Of(_name.AsSpan(0, length)) : FieldRoles.LeftOut;
    }

    private ReadOnlySpan<byte> Unescape(ReadOnlySpan<byte> text) => text.Length <= MaxName
        ? LineProtocolText.Unescape(text, _unescaped) : text;

    /// <summary>Returns a tag's key as lines write it.</summary>
    private static byte[] Escaped(string key) =>
        Encoding.UTF8.GetBytes(key.Replace(",", "\\,", StringComparison.Ordinal).Replace("=", "\\=", StringComparison.Ordinal)
            .Replace(" ", "\\ ", StringComparison.Ordinal));
}
