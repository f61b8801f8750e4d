using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Reads delimited text into column arrays. <see cref="CsvFormat"/> opens it with the file's layout. <c>FilesReader</c> reads
/// it once, in order, before the first trial: for <c>SpoolWriter</c>, <c>InputInspector</c> or <c>RecordingExport</c>. A
/// malformed row ends the reading or is skipped and counted, as <c>bad-rows=</c> says. A cut-off last row is left out, and the
/// facts say so. It allocates nothing per row, except for malformed rows. Not thread-safe.
/// </summary>
internal sealed class CsvReader : IRecordReader
{
    private const int TimeField = -2;
    private const int ClockField = -3;
    private const int EntityField = -4;
    private const int Ignored = -1;

    private readonly InputFile _file;
    private readonly CsvOptions _options;
    private readonly CsvLayout _layout;
    private readonly CsvLines _lines;
    private readonly MissingMarks _marks;
    private readonly TimestampParser _time;
    private readonly LocalTimeConverter? _zone;
    private readonly MalformedRows _bad;

    // Per column of the file, the index of its value or one of the constants above.
    private readonly int[] _roles;
    private readonly byte _delimiter;
    private readonly byte _decimalMark;

    // The decimal mark of fields without quotes. 0 where it is the delimiter as well, so that 5,7 stays two fields.
    private readonly byte _bareMark;
    private readonly byte _groupSeparator;
    private readonly byte? _quote;
    private readonly int _firstHour;
    private readonly CsvRowFilter _filter;
    private readonly Entities? _entities;
    private readonly Encoding _texts;
    private long _filtered;

    private string? _doubt;
    private bool _offsetsSeen;
    private long _rows;

    /// <summary>Opens the content.</summary>
    /// <param name="entities">Numbers the texts of the pivot column, and the row's last value is that number; null in a wide
    /// table.</param>
    public CsvReader(InputFile file, CsvOptions options, CsvLayout layout, Entities? entities = null)
    {
        _entities = entities;
        _texts = TextEncodings.OfAscii(layout.Encoding);
        _filter = new(file, options, layout.Names, layout.Delimiter, _texts);
        _file = file;
        _options = options;
        _layout = layout;
        (_delimiter, _decimalMark, _quote) = (layout.Delimiter, layout.DecimalMark, options.Quote);
        _bareMark = _decimalMark == _delimiter ? (byte)0 : _decimalMark;
        _groupSeparator = layout.GroupSeparator;
        _firstHour = layout.FirstHour ?? -1;
        _marks = new([.. options.AllMissing, .. layout.Marks], options.Sentinels, _texts, _decimalMark);
        _zone = options.TimeZone is { } zone ? new(zone) : null;
        _time = new(layout.Date, Start(options.BaseDate), _decimalMark);
        _bad = new(file.Name, options.SkipBadRows);
        _roles = new int[layout.Names.Count];
        Array.Fill(_roles, Ignored);
        for (int value = 0; value < layout.ValueColumns.Count; value++)
        {
            _roles[layout.ValueColumns[value]] = value;
        }

        for (int time = 0; time < layout.TimeColumns.Count; time++)
        {
            _roles[layout.TimeColumns[time]] = time == 0 ? TimeField : ClockField;
        }

        if (entities is not null)
        {
            _roles[layout.PivotColumn!.Value] = EntityField;
        }

        if (_roles.Count(role => role >= 0) != layout.ValueColumns.Count)
        {
            throw new ArgumentException("Input option columns: a column is named twice, or is a time column as well.");
        }

        var columns = ColumnNames.ToColumns(layout.ValueColumns
            .Select((column, value) => (layout.Names[column], layout.GivenNames[value])));
        Schema = new RecordSchema(entities is null ? columns
            : [.. columns, new ValueColumn("entity_number_of_pivot", string.Empty)]);
        _lines = new(
            TextEncodings.AsAscii(file.OpenContent(), layout.Encoding), file.Name, options.Quote, layout.Delimiter);
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts
    {
        get
        {
            var facts = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["csv_encoding"] = _layout.Encoding.WebName,
                ["csv_delimiter"] = _layout.Delimiter == '\t' ? "tab" : _layout.Delimiter == ' ' ? "space"
                    : $"{(char)_layout.Delimiter}",
                ["csv_header"] = _layout.Header ? "yes" : "none",
                ["csv_decimal"] = _layout.DecimalMark == '.' ? "point" : "comma",
                ["csv_thousands"] = _layout.GroupSeparator == 0 ? "not separated"
                    : $"separated by '{(char)_layout.GroupSeparator}'",
                ["csv_preamble_left_out"] = _layout.Preamble == 0 ? ""
                    : $"{_layout.Preamble.ToString(CultureInfo.InvariantCulture)} lines before the table",
                ["csv_units"] = _layout.UnitsRow ? "in a separate row" : "in the header, if any",
                ["csv_missing_marks"] = SafeText.Quoted(_layout.Marks),
                ["csv_time_columns"] = string.Join(" + ", _layout.TimeColumns.Select(column => _layout.Names[column]))
                    + (_layout.FirstHour is { } first
                        ? FormattableString.Invariant($" (hours of the day, the first is {first})")
                        : ""),
                ["csv_date"] = _layout.Date + (_layout.DateShownBy is { } other ? $" (as {other} shows)" : ""),
                ["csv_time_zone"] = _offsetsSeen
                    ? "as written in the times"
                    : _options.TimeZone?.Id ?? "none given: times taken as UTC",
                ["csv_columns"] = string.Join(", ", _layout.ValueColumns.Select(column => _layout.Names[column])),
                ["csv_columns_left_out"] = string.Join(", ", _layout.LeftOut),
                ["csv_rows_left_out"] = _filtered == 0 ? "" : FormattableString.Invariant($"{_filtered} by where="),
                ["csv_bad_rows"] = _bad.Summary,
                ["csv_torn_last_line"] = _bad.Torn ?? "none",
            };
            if (_layout.HasManyRowsPerDay)
            {
                facts["csv_oddity_days"] =
                    "many rows have the same day, and no column with their time of day is known: all have the time of "
                    + "midnight (name it with the input option time-columns=Date+Time, or Date+Hour)";
            }

            if (_layout.FilesOfOneDay > 0)
            {
                string files = _layout.FilesOfOneDay.ToString(CultureInfo.InvariantCulture);
                facts["csv_oddity_base_date"] = _layout.Date == DateOrder.TimeOfDay
                    ? $"its times have no date, so each of the {files} files begins on the day of base-date="
                    : $"its times are elapsed ones, and those of each of the {files} files count from base-date=";
            }

            if (_time.Falls > 0)
            {
                facts["csv_oddity_falls"] = FormattableString.Invariant(
                    $"its times have no date and fall {_time.Falls} times by 1 to 12 hours, which begins no new day: ")
                    + "if days begin there, the file needs a column of dates";
            }

            if (_doubt is not null)
            {
                facts["csv_oddity_last_line"] = _doubt;
            }

            return facts;
        }
    }

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int row = 0;
        while (row < batch.Capacity && _lines.TryNext(out var text))
        {
            if (text.IsEmpty || _lines.Line < _layout.FirstDataLine || text.Trim((byte)' ').IsEmpty)
            {
                continue;
            }

            _bad.Confirm();
            if (_lines.QuoteFault == FaultKind.None && !_filter.IsEmpty && !_filter.Passes(text))
            {
                _filtered++;
                if (_layout.Date == DateOrder.TimeOfDay)
                {
                    // The first time of day after midnight begins the next day, whether or not its row is left out.
                    _ = _time.TryParse(CsvFields.FieldOf(text, _delimiter, _quote, _layout.TimeColumns[0]), out _, out _);
                }

                continue;
            }

            var fault = _lines.QuoteFault == FaultKind.None ? ReadRow(text, batch, row) : new RowFault(_lines.QuoteFault, 0);
            if (!fault.IsFault)
            {
                row += _lines.Terminated || IsWhole(text) ? 1 : 0;
            }
            else
            {
                // Only the next row, or the end of the file, distinguishes a malformed row from a cut-off last one.
                bool perhapsTorn = fault.Kind == FaultKind.FieldCount || (!_lines.Terminated && fault.Kind != FaultKind.Quote);
                _bad.Add(_lines.Line, fault.Describe(_layout, _options, text), perhapsTorn);
            }
        }

        batch.Reset(0, _rows, row);
        _rows += row;
        return row;
    }

    /// <inheritdoc/>
    public void Dispose() => _lines.Dispose();

    /// <summary>
    /// True when a sound last row without a line end is taken. Its last field may have been cut off: the facts say so where it
    /// was or may have been.
    /// </summary>
    private bool IsWhole(ReadOnlySpan<byte> text)
    {
        var fields = new CsvFields(text, _delimiter, _quote);
        ReadOnlySpan<byte> last = default;
        int column = -1;
        for (; fields.TryNext(out var field); column++)
        {
            last = field;
        }

        int role = column < _roles.Length ? _roles[column] : Ignored;
        var end = role == Ignored || (text[^1] == _delimiter && !last.IsEmpty) || text[^1] == _quote ? FieldEnd.Whole
            : role is TimeField or ClockField ? _layout.Endings[column].OfTime(last)
            : role >= 0 ? _layout.Endings[column].OfNumber(last)
            : FieldEnd.Unknown;
        if (end == FieldEnd.Cut)
        {
            string fault = $"the file ends within it: '{SafeText.Text(last)}' is shorter than what the other rows have there";
            _bad.Add(_lines.Line, fault, perhapsTorn: true);
        }
        else if (end == FieldEnd.Unknown)
        {
            _doubt = FormattableString.Invariant($"line {_lines.Line} is the last and has no line end: ")
                + $"'{SafeText.Text(last)}' is taken as it is, and may have been cut off";
        }

        return end != FieldEnd.Cut;
    }

    /// <summary>The start of times without a day: midnight of the base date, or for elapsed times its time in UTC.</summary>
    private long Start(BaseDate? date)
    {
        if (date is null)
        {
            return 0;
        }

        var quality = RecordQuality.Good;
        return _layout.Date == DateOrder.TimeOfDay ? (date with { Time = null }).Micros : _zone?.ToUtc(date.Micros, ref quality)
            ?? date.Micros;
    }

    private RowFault ReadRow(ReadOnlySpan<byte> text, RecordBatch batch, int row)
    {
        var fields = new CsvFields(text, _delimiter, _quote);
        ReadOnlySpan<byte> time = default;
        ReadOnlySpan<byte> clock = default;
        ReadOnlySpan<byte> entity = default;
        var quality = RecordQuality.Good;
        RowFault fault = default;
        for (int column = 0; column < _roles.Length; column++)
        {
            int role = _roles[column];
            if (role >= 0)
            {
                bool absent = fields.AtEnd;
                if (!ReadValue(ref fields, out double value))
                {
                    fault = fault.Or(absent ? FaultKind.FieldCount : FaultKind.Number, column);
                    if (absent)
                    {
                        return fault;
                    }
                }

                quality |= double.IsNaN(value) ? RecordQuality.Missing : RecordQuality.Good;
                batch.Values[(role * batch.Capacity) + row] = value;
            }
            else if (!fields.TryNext(out var field))
            {
                return fault.Or(FaultKind.FieldCount, column);
            }
            else if (role == TimeField)
            {
                time = field;
            }
            else if (role == ClockField)
            {
                clock = field;
            }
            else if (role == EntityField)
            {
                entity = field;
            }
        }

        // A delimiter at the end of every row is common. Anything behind it is a fault.
        if (!fields.AtEnd && !fields.Rest.TrimStart(_layout.Delimiter).IsEmpty)
        {
            return fault.Or(FaultKind.FieldCount, _roles.Length);
        }

        // The time of a row without a number is read all the same, since a time of day may be the first after midnight.
        bool isTimed = _firstHour >= 0 ? ReadHour(time, clock, _firstHour, batch, row, quality)
            : ReadTime(time, clock, batch, row, quality);
        fault = isTimed ? fault : fault.Or(FaultKind.Time, _layout.TimeColumns[0]);
        if (_entities is not null && !fault.IsFault)
        {
            // A row that is left out must not make a value of its text, which may be cut off.
            batch.Values[(_layout.ValueColumns.Count * batch.Capacity) + row] = _entities.NumberOf(_file.Name, entity, _texts);
        }

        return fault;
    }

    private bool ReadTime(
        ReadOnlySpan<byte> time, ReadOnlySpan<byte> clock, RecordBatch batch, int row, RecordQuality quality)
    {
        bool valid = _layout.TimeColumns.Count == 2
            ? _time.TryParse(time, clock, out long micros, out long? offset)
            : _time.TryParse(time, out micros, out offset);
        if (!valid)
        {
            return false;
        }

        if (offset is { } ahead)
        {
            _offsetsSeen = true;
            micros -= ahead;
        }
        else if (_zone is not null)
        {
            micros = _zone.ToUtc(micros, ref quality);
        }

        batch.Timestamps[row] = micros;
        batch.Qualities[row] = (uint)quality;
        return TimestampParser.IsInRange(micros);
    }

    /// <summary>
    /// Reads an hour of a day. Hours from 1 count through the day, also through days of 23 or 25 hours. Hours from 0 are those of
    /// the clock.
    /// </summary>
    private bool ReadHour(
        ReadOnlySpan<byte> date, ReadOnlySpan<byte> hour, int first, RecordBatch batch, int row, RecordQuality quality)
    {
        if (!_time.TryParseHour(date, hour, first, out long midnight, out long sinceMidnight))
        {
            return false;
        }

        long micros = _zone is null ? midnight + sinceMidnight
            : first == 1 ? _zone.ToUtc(midnight, ref quality) + sinceMidnight
            : _zone.ToUtc(midnight + sinceMidnight, ref quality);
        batch.Timestamps[row] = micros;
        batch.Qualities[row] = (uint)quality;
        return TimestampParser.IsInRange(micros);
    }

    private bool ReadValue(ref CsvFields fields, out double value)
    {
        // Nearly every field is a bare number directly before the next delimiter, and most are short.
        var rest = fields.Rest;
        int length = NumberParser.ParseShort(ref MemoryMarshal.GetReference(rest), _bareMark, out value);
        if (length == 0 || length > rest.Length)
        {
            length = NumberParser.Parse(rest, _bareMark, out value);
        }

        if (length > 0 && (length == rest.Length || rest[length] == _delimiter))
        {
            fields.Skip(length);
        }
        else if (!fields.TryNext(out var field))
        {
            return false;
        }
        else if (!NumberParser.TryParse(field, _decimalMark, out value))
        {
            if (_groupSeparator == 0 || !GroupedNumber.TryParse(field, _groupSeparator, _decimalMark, out value))
            {
                value = double.NaN;
                return _marks.Has(field);
            }
        }

        if (_marks.Has(value))
        {
            value = double.NaN;
        }

        return true;
    }
}
