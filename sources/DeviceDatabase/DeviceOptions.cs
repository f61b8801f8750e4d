using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Input options of a device's database (docs/reference/inputs.md). <see cref="DeviceFormat"/> takes them from the user's text
/// when it opens a file. <see cref="DeviceTable"/> determines what is null or automatic. Immutable.
/// </summary>
internal sealed record DeviceOptions
{
    public string? Table { get; init; }

    /// <summary>The column of times, or the column of days and the column of times of day. Null to detect them.</summary>
    public IReadOnlyList<string>? TimeColumns { get; init; }

    public DeviceTimeUnit TimeUnit { get; init; }

    public DeviceClockUnit ClockUnit { get; init; }

    /// <summary>The order of day, month and year in times that are text.</summary>
    public DateOrder Date { get; init; }

    /// <summary>Zone of times that do not state theirs and do not count from 1970. Null for UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    public IReadOnlyList<(string Column, string? Name)>? Columns { get; init; }

    /// <summary>Conditions that a row must meet to be read. Empty reads all rows.</summary>
    public IReadOnlyList<RowFilter> Where { get; init; } = [];

    /// <summary>The column that names the values of a row in a long table. Null for a wide table.</summary>
    public string? Pivot { get; init; }

    /// <summary>True to read rows in the order of their times, false in the order of the table.</summary>
    public bool SortByTime { get; init; }

    public bool SkipBadRows { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static DeviceOptions Take(InputOptions options)
    {
        var taken = new DeviceOptions
        {
            Table = options.Take("table"),
            TimeColumns = options.TakeList("time-column", '+'),
            TimeUnit = options.TakeWord(
                "time-unit",
                DeviceTimeUnit.Auto,
                ("auto", DeviceTimeUnit.Auto),
                ("text", DeviceTimeUnit.Text),
                ("s", DeviceTimeUnit.Seconds),
                ("ms", DeviceTimeUnit.Milliseconds),
                ("us", DeviceTimeUnit.Microseconds),
                ("ns", DeviceTimeUnit.Nanoseconds),
                ("julian", DeviceTimeUnit.JulianDay),
                ("yyyymmdd", DeviceTimeUnit.CalendarDate)),
            ClockUnit = options.TakeWord(
                "clock-unit", DeviceClockUnit.Auto, ("auto", DeviceClockUnit.Auto), ("text", DeviceClockUnit.Text),
                    ("hhmmss", DeviceClockUnit.Digits), ("s", DeviceClockUnit.Seconds)),
            Date = options.TakeWord(
                "date", DateOrder.Auto, ("auto", DateOrder.Auto), ("ymd", DateOrder.YearMonthDay),
                    ("dmy", DateOrder.DayMonthYear), ("mdy", DateOrder.MonthDayYear)),
            TimeZone = TimeZones.Take(options),
            Columns = CsvOptions.TakeColumns(options),
            Where = RowFilter.Take(options),
            Pivot = options.Take("pivot"),
            SortByTime = options.TakeWord("sort", false, ("table", false), ("time", true)),
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest("sqlite");
        return taken.TimeColumns is null or { Count: 1 or 2 }
            ? taken
            : throw new ArgumentException(
                "Input option time-column: name one column, or a column of days and one of times of day as Date+Time.");
    }
}
