using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Reads the rows of one table of a device's database as records. <see cref="DeviceFormat"/> opens it. <c>FilesReader</c>
/// reads it once, before the first trial: for <c>SpoolWriter</c>, <c>InputInspector</c> or <c>RecordingExport</c>. Rows come
/// in the order of the table, or of their times with <c>sort=time</c> or <c>pivot=</c>. It throws when another program changes
/// the database meanwhile. Not thread-safe.
/// </summary>
internal sealed class DeviceReader : IRecordReader
{
    private const uint KnownQuality = (uint)(RecordQuality.Missing | RecordQuality.Event | RecordQuality.TimeUncertain);

    private const int FirstValue = 3;

    private readonly DeviceFile _file;
    private readonly DeviceTable _table;
    private readonly DeviceQuery _query;
    private readonly DeviceClock _clock;
    private readonly Dictionary<string, string> _oddities = new(StringComparer.Ordinal);
    private readonly MissingMarks _marks;
    private readonly Entities? _entities;
    private readonly int _columns;
    private readonly DateOrder _order;
    private readonly string? _zone;
    private readonly MalformedRows _badRows;
    private long _row;
    private long _records;

    /// <summary>Starts the query.</summary>
    /// <param name="file">The database; disposed with the reader.</param>
    /// <param name="entities">Numbers the texts of the pivot column, and the row's last value is that number; null in a wide
    /// table.</param>
    /// <exception cref="InputException">The database is damaged, or the unit of its times is unclear.</exception>
    public DeviceReader(DeviceFile file, DeviceTable table, DeviceOptions options, Entities? entities = null)
    {
        if (table.TimeUnit == DeviceTimeUnit.Auto)
        {
            throw Refusal.At(file.Name, 0,
                $"the unit of the times in column '{SafeText.Text(table.TimeColumns[0])}' is unclear; name it with the input "
                + $"option time-unit=");
        }

        _file = file;
        _table = table;
        _entities = entities;
        _columns = table.ValueColumns.Count;
        Schema = entities is null ? table.Schema()
            : new RecordSchema([.. table.Schema().Values, new ValueColumn("entity_number_of_pivot", string.Empty)]);
        _order = DeviceDateOrder.Of(file, table, options.Date);
        if (options.SortByTime
            && (!table.TextsSort || (table.TimeUnit == DeviceTimeUnit.Text && _order != DateOrder.YearMonthDay)))
        {
            throw Refusal.At(
                file.Name, 0, "texts are sorted by time only where year, month, day and hour follow each other with all their "
                    + "digits, without AM or PM (2026-01-31 09:05); leave the input option sort= out");
        }

        if (table.IsOwnClock)
        {
            _oddities["sqlite_oddity_time"] =
                $"the numbers in column '{SafeText.Text(table.TimeColumns[0])}' are no dates from 1990 to 2100: "
                + $"taken as {table.TimeUnit.ToString().ToLowerInvariant()} since 1970";
        }

        _zone = options.TimeZone?.Id;
        _clock = new DeviceClock(table.TimeUnit, table.ClockUnit, _order, options.TimeZone);
        _marks = new MissingMarks([.. CsvOptions.UsualMissing, .. table.Marks], []);
        _badRows = new MalformedRows(file.Name, options.SkipBadRows);
        string columns = string.Join(", ", table.ValueColumns.Select(DeviceFile.Quoted));
        string time = DeviceFile.Quoted(table.TimeColumns[0]);
        string clock = table.ClockUnit is null ? "NULL" : DeviceFile.Quoted(table.TimeColumns[1]);
        string entity = table.PivotColumn is { } pivot ? $", CAST({DeviceFile.Quoted(pivot)} AS TEXT)" : "";
        string quality = table.QualityColumn is { } column ? DeviceFile.Quoted(column) : "0";
        string order = options.SortByTime || entities is not null ? $" ORDER BY {time}, {clock}, {table.RowOrder}" : "";
        _query = file.Query(
            $"SELECT {time}, {clock}, {quality}, {columns}{entity} FROM {DeviceFile.Quoted(table.Name)} NOT "
            + $"INDEXED{table.Where}{order}");
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(_oddities, StringComparer.Ordinal)
    {
        ["sqlite_table"] = _table.Name,
        ["sqlite_time_column"] = string.Join(" + ", _table.TimeColumns),
        ["sqlite_time_unit"] = _table.TimeUnit switch
        {
            DeviceTimeUnit.JulianDay => "julian days: resolved to 40 microseconds",
            DeviceTimeUnit.Nanoseconds => "nanoseconds, rounded down to microseconds",
            DeviceTimeUnit.Text => $"text, {_order}",
            DeviceTimeUnit.CalendarDate => "the digits of a date",
            var unit => unit.ToString().ToLowerInvariant(),
        },
        ["sqlite_time_zone"] = _table.TimeUnit is DeviceTimeUnit.Text or DeviceTimeUnit.CalendarDate
            || _table.ClockUnit is not null
            ? _zone ?? "none given: times taken as UTC"
            : "UTC, as counts from 1970 are",
        ["sqlite_missing_marks"] = SafeText.Quoted(_table.Marks),
        ["sqlite_columns"] = string.Join(", ", _table.ValueColumns),
        ["sqlite_columns_left_out"] = string.Join(", ", _table.LeftOut),
        ["sqlite_where"] = _table.Where.Trim(),
        ["sqlite_bad_rows"] = _badRows.Summary,
    };

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int rows = 0;
        while (rows < batch.Capacity && _query.Step())
        {
            _row++;
            var quality = (RecordQuality)((uint)_query.Integer(2) & KnownQuality);
            if (!_clock.TryRead(_query, 0, out long micros, ref quality))
            {
                _badRows.Add(_row, $"what is in column '{SafeText.Text(string.Join(" + ", _table.TimeColumns))}' is no time");
                continue;
            }

            int fault = Values(batch, rows, ref quality);
            if (fault >= 0)
            {
                _badRows.Add(_row, $"the value in column '{SafeText.Text(_table.ValueColumns[fault])}' is not a number");
                continue;
            }

            if (_entities is not null)
            {
                batch.Values[(_columns * batch.Capacity) + rows] =
                    _entities.NumberOf(_file.Name, _query.Bytes(_columns + FirstValue));
            }

            batch.Timestamps[rows] = micros;
            batch.Qualities[rows] = (uint)quality;
            rows++;
        }

        _file.RefuseChanged();
        batch.Reset(0, _records, rows);
        _records += rows;
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _query.Dispose();
        _file.Dispose();
    }

    /// <returns>Index of the first column whose value is not a number; -1 when all are numbers or missing.</returns>
    private int Values(RecordBatch batch, int row, ref RecordQuality quality)
    {
        for (int column = 0; column < _columns; column++)
        {
            double value;
            switch (_query.TypeOf(column + FirstValue))
            {
                case raw.SQLITE_INTEGER:
                    value = _query.Integer(column + FirstValue);
                    break;
                case raw.SQLITE_FLOAT:
                    value = _query.Real(column + FirstValue) + 0.0;
                    break;
                case raw.SQLITE_NULL:
                    value = double.NaN;
                    quality |= RecordQuality.Missing;
                    break;
                case raw.SQLITE_TEXT when NumberParser.TryParse(_query.Bytes(column + FirstValue), (byte)'.', out value):
                    break;
                case raw.SQLITE_TEXT when _marks.Has(_query.Bytes(column + FirstValue)):
                    value = double.NaN;
                    quality |= RecordQuality.Missing;
                    break;
                default:
                    return column;
            }

            if (double.IsInfinity(value))
            {
                return column;
            }

            batch.Values[(column * batch.Capacity) + row] = value;
        }

        return -1;
    }
}
