using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>Reads the lines of one measurement, each as a record. A field that a line does not have is missing there.</summary>
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
    /// <param name="file">The input.</param>
    /// <param name="options">How to read it.</param>
    /// <param name="layout">What it holds.</param>
    /// <param name="entities">Gets the texts of the tag of <c>pivot=</c>; the number of a line's is its last value. Null when each line is a record.</param>
    public LineProtocolReader(InputFile file, LineProtocolOptions options, LineProtocolLayout layout, Entities? entities = null)
        : base(file, entities is null ? layout.Choice.Values : new RecordSchema([.. layout.Choice.Values.Values, new("entity", "")]), options.SkipBadRows)
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
        ["influx_measurement"] = Shown.Text(_layout.Measurement),
        ["influx_precision"] = _layout.Precision.Word,
        ["influx_columns"] = string.Join(", ", _layout.Choice.Fields),
        ["influx_columns_left_out"] = string.Join(", ", new[] { _roles.AllLeftOut }.Where(text => text.Length > 0).Concat(TagsLeftOut.Select(tag => $"{Shown.Text(tag)} (a tag)"))),
        ["influx_rows_left_out"] = string.Join(", ", LinesLeftOut()),
        ["influx_missing_marks"] = _layout.Choice.Marks.Count == 0 ? "none" : string.Join(", ", _layout.Choice.Marks.Select(mark => $"'{mark}'")),
        ["influx_bad_rows"] = Bad.Summary,
        ["influx_torn_last_line"] = Bad.Torn ?? "none",
    };

    private IEnumerable<string> TagsLeftOut => _layout.Tags.Where(tag => _pivot is null || !Escaped(tag).AsSpan().SequenceEqual(_pivot));

    /// <inheritdoc/>
    protected override LineFound ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        if (LineProtocolPoint.Parse(line, out var point) is { } fault)
        {
            return LineFound.Faulty(fault, isPerhapsTorn: true);
        }

        if (!Unescape(point.Measurement).SequenceEqual(_measurement))
        {
            _others++;
            return LineFound.Nothing;
        }

        foreach (var (tag, filter) in _filters)
        {
            if (!filter.Meets(Unescape(point.Tag(tag))))
            {
                _filtered++;
                return LineFound.Nothing;
            }
        }

        return ReadPoint(point, batch, row) is { } wrong ? LineFound.Faulty(wrong, isPerhapsTorn: true) : LineFound.Record;
    }

    /// <inheritdoc/>
    /// <remarks>A time that the end of the file cuts off is a time still, in another century.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line) =>
        _digits < _digitsBefore ? "the file ends within it: its time is shorter than that of the line before" : null;

    private IEnumerable<string> LinesLeftOut()
    {
        if (_others > 0)
        {
            yield return FormattableString.Invariant($"{_others} of other measurements ({Shown.List(_layout.Others)})");
        }

        if (_filtered > 0)
        {
            yield return FormattableString.Invariant($"{_filtered} by where=");
        }
    }

    /// <returns>What is wrong with the line, as a clause; null when nothing is.</returns>
    private string? ReadPoint(LineProtocolPoint point, RecordBatch batch, int row)
    {
        int values = _layout.Choice.Fields.Count;
        for (int column = 0; column < values; column++)
        {
            batch.Values[(column * batch.Capacity) + row] = double.NaN;
        }

        while (point.TryNext(out var key, out var written))
        {
            int role = RoleOf(key);
            if (role < 0)
            {
                continue;
            }

            var plain = FieldText.Plain(written);
            if (!NumberParser.TryParse(plain, (byte)'.', out batch.Values[(role * batch.Capacity) + row]))
            {
                batch.Values[(role * batch.Capacity) + row] = double.NaN;
                if (!_marks.Has(plain))
                {
                    return $"{Shown.Text(written)} of field '{Shown.Text(key)}' is not a number";
                }
            }
        }

        if (point.HasRest)
        {
            return "a field is not of the form key=value";
        }

        if (!_layout.Precision.TryParse(point.Time, out long micros, out bool rounded))
        {
            return $"'{Shown.Text(point.Time)}' is not a time in {_layout.Precision.Word} since 1970";
        }

        (_digitsBefore, _digits) = (_digits, point.Time.Length);
        var quality = rounded ? RecordQuality.TimeUncertain : RecordQuality.Good;
        for (int column = 0; column < values; column++)
        {
            quality |= double.IsNaN(batch.Values[(column * batch.Capacity) + row]) ? RecordQuality.Missing : RecordQuality.Good;
        }

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
        return name.Length <= MaxName && Encoding.UTF8.TryGetChars(name, _name, out int length) ? _roles.Of(_name.AsSpan(0, length)) : FieldRoles.LeftOut;
    }

    private ReadOnlySpan<byte> Unescape(ReadOnlySpan<byte> text) => text.Length <= MaxName ? FieldText.Unescape(text, _unescaped) : text;

    /// <summary>A tag's key as lines write it.</summary>
    private static byte[] Escaped(string key) =>
        Encoding.UTF8.GetBytes(key.Replace(",", "\\,", StringComparison.Ordinal).Replace("=", "\\=", StringComparison.Ordinal).Replace(" ", "\\ ", StringComparison.Ordinal));
}
