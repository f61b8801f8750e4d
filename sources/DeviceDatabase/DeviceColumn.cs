using DbIngest.Sources.Csv;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Collects what the sampled values of one table column look like: numbers, marks of missing ones, times in some unit, times
/// of day. <see cref="DeviceTable"/> fills one per column and chooses time and values by it, before the first record is read.
/// One value that does not fit rules a notation of times out for the whole column.
/// </summary>
internal sealed class DeviceColumn(string name, bool key)
{
    private const double EarliestS = 631_152_000;
    private const double LatestS = 4_102_444_800;

    // Julian days of 1990 and 2100.
    private const double EarliestDay = 2_447_892.5;
    private const double LatestDay = 2_488_069.5;

    private readonly MissingMarks _usual = new(CsvOptions.UsualMissing, []);
    private readonly TimestampParser[] _orders =
    [
        new(DateOrder.YearMonthDay), new(DateOrder.DayMonthYear), new(DateOrder.MonthDayYear),
    ];

    private readonly bool[] _fits = [true, true, true];
    private bool _sorts = true;
    private int _numbers;
    private int _texts;
    private int _others;
    private int _clocks;
    private bool _wholeDays = true;
    private bool _midnights = true;
    private long _lastDate;
    private int _repeatedDates;
    private bool _reals;
    private bool _julian = true;
    private bool _julianMidnights = true;
    private bool _calendar = true;
    private bool _sinceEpoch = true;
    private bool _clockNumbers = true;
    private bool _secondsOfDay = true;
    private DeviceTimeUnit _unit;
    private double _last = double.NaN;
    private int _rises;
    private int _falls;

    public string Name => name;

    /// <summary>True when the column is the table's key or a part of it.</summary>
    public bool IsKey => key;

    /// <summary>Number of values that are not null.</summary>
    public int Seen { get; private set; }

    /// <summary>Texts between the numbers that may be marks of a missing value.</summary>
    public MarkCandidates Marks { get; } = new();

    /// <summary>The texts that can be marks.</summary>
    public IEnumerable<string> MarkTexts => Marks.Texts(_numbers);

    /// <summary>True when the values are numbers, or marks of missing ones.</summary>
    public bool IsNumbers => _numbers > 0 && _others == 0 && (_texts == 0 || Marks.AreMarks(_numbers));

    public bool IsText => _texts > 0 && _texts == Seen;

    /// <summary>The unit of the values as times; <see cref="DeviceTimeUnit.Auto"/> when they are not times.</summary>
    public DeviceTimeUnit Unit =>
        Seen == 0 || _others > 0 ? DeviceTimeUnit.Auto
        : _texts == Seen ? (Array.Exists(_fits, f => f) ? DeviceTimeUnit.Text : DeviceTimeUnit.Auto)
        : _numbers != Seen ? DeviceTimeUnit.Auto
        : _calendar ? DeviceTimeUnit.CalendarDate
        : _reals && _julian ? DeviceTimeUnit.JulianDay
        : _unit;

    /// <summary>
    /// True when the numbers rise from row to row, except for one step in twenty. A single number may be the first of a clock.
    /// </summary>
    public bool GoesForward => _numbers == Seen && (_rises > 0 ? 20 * _falls <= _rises : _numbers == 1);

    /// <summary>True when the times are days without a time of day.</summary>
    public bool IsDays => Unit != DeviceTimeUnit.Auto && HasWholeDays;

    private bool HasWholeDays => Unit == DeviceTimeUnit.JulianDay ? _julianMidnights : _wholeDays;

    /// <summary>
    /// True when the values are numbers outside the dates of 1990 to 2100: only a device's own clock could be stored so.
    /// </summary>
    public bool IsOwnClock => Unit is not (DeviceTimeUnit.Auto or DeviceTimeUnit.Text) && !IsFullTime && !IsPlausibleDays;

    /// <summary>True when the times have day and time of day and lie between 1990 and 2100.</summary>
    public bool IsFullTime => Unit switch
    {
        DeviceTimeUnit.Auto or DeviceTimeUnit.CalendarDate => false,
        DeviceTimeUnit.Text or DeviceTimeUnit.JulianDay => !HasWholeDays,
        _ => _sinceEpoch && !HasWholeDays,
    };

    /// <summary>True when the days lie between 1990 and 2100, or are written as dates.</summary>
    public bool IsPlausibleDays => IsDays
        && (Unit is DeviceTimeUnit.Text or DeviceTimeUnit.CalendarDate or DeviceTimeUnit.JulianDay || _sinceEpoch);

    /// <summary>
    /// True when the time of day of all texts is midnight, and most repeat the one before: another column may have the time of
    /// day.
    /// </summary>
    public bool IsMidnights => Unit == DeviceTimeUnit.Text && _midnights && 2 * _repeatedDates > _texts - 1;

    /// <summary>True when all values are texts of times of day.</summary>
    public bool IsClockText => _clocks > 0 && _clocks == Seen;

    /// <summary>
    /// How whole numbers could be times of day: null when they could not, <see cref="DeviceClockUnit.Auto"/> when in both ways.
    /// </summary>
    public DeviceClockUnit? ClockNumbers =>
        _numbers == 0 || _numbers != Seen || !(_clockNumbers || _secondsOfDay) ? null
        : !_secondsOfDay ? DeviceClockUnit.Digits
        : !_clockNumbers ? DeviceClockUnit.Seconds
        : DeviceClockUnit.Auto;

    /// <summary>The orders of day, month and year that fit all texts.</summary>
    public IReadOnlyList<DateOrder> Orders =>
    [
        .. new[] { DateOrder.YearMonthDay, DateOrder.DayMonthYear, DateOrder.MonthDayYear }.Where((_, i) => _fits[i]),
    ];

    /// <summary>True when the column has no text, or texts that sort as their times do.</summary>
    public bool TextsSort => _sorts;

    /// <summary>Examines the value of a sampled row. Called for rows in their order, since it counts rises and falls.</summary>
    public void Add(DeviceQuery row, int column)
    {
        switch (row.TypeOf(column))
        {
            case raw.SQLITE_NULL:
                return;
            case raw.SQLITE_INTEGER:
                Number(row.Integer(column));
                break;
            case raw.SQLITE_FLOAT:
                Real(row.Real(column));
                break;
            case raw.SQLITE_TEXT:
                Text(row.Bytes(column));
                break;
            default:
                _others++;
                break;
        }

        Seen++;
    }

    private void Number(long value)
    {
        double size = Math.Abs((double)value);
        var unit = size switch
        {
            < 1e11 => DeviceTimeUnit.Seconds,
            < 1e14 => DeviceTimeUnit.Milliseconds,
            < 1e17 => DeviceTimeUnit.Microseconds,
            _ => DeviceTimeUnit.Nanoseconds,
        };
        long perSecond = unit switch
        {
            DeviceTimeUnit.Seconds => 1,
            DeviceTimeUnit.Milliseconds => 1_000,
            DeviceTimeUnit.Microseconds => 1_000_000,
            _ => 1_000_000_000,
        };
        _wholeDays &= value % (86_400 * perSecond) == 0 || DeviceClock.IsCalendarDate(value);
        _calendar &= DeviceClock.IsCalendarDate(value);
        _clockNumbers &= DeviceClock.TryDigits(value, out _);
        _secondsOfDay &= value is >= 0 and <= 86_400;
        Count(unit, value / (double)perSecond);
        Julian(value);
    }

    private void Real(double value)
    {
        _calendar = _clockNumbers = _secondsOfDay = false;
        _reals = true;
        _wholeDays &= value % 86_400 == 0;
        Count(value is >= -1e11 and <= 1e11 ? DeviceTimeUnit.Seconds : DeviceTimeUnit.Auto, value);
        Julian(value);
    }

    /// <summary>Numbers are Julian days only when all lie between 1990 and 2100: elapsed seconds soon leave those.</summary>
    private void Julian(double value)
    {
        _julian &= value is >= EarliestDay and <= LatestDay;
        _julianMidnights &= value - Math.Floor(value) == 0.5;
    }

    private void Count(DeviceTimeUnit unit, double seconds)
    {
        _sinceEpoch &= seconds is >= EarliestS and <= LatestS;
        _rises += seconds > _last ? 1 : 0;
        _falls += seconds < _last ? 1 : 0;
        _last = seconds;
        _unit = _numbers == 0 ? unit : Wider(_unit, unit);
        _numbers++;
    }

    private void Text(ReadOnlySpan<byte> text)
    {
        _texts++;
        _sorts &= Sorts(text);
        if (!_usual.Has(text))
        {
            Marks.Add(text);
        }
        else
        {
            Marks.AddUsual();
        }

        bool any = false;
        long date = 0;
        for (int i = 0; i < _orders.Length; i++)
        {
            bool fits = _orders[i].TryParse(text, out long micros, out _);
            _wholeDays &= !fits || micros % ClockText.Day == 0;
            _fits[i] &= fits;
            date = fits && !any ? micros : date;
            any |= fits;
        }

        _midnights &= any && date % ClockText.Day == 0;
        _repeatedDates += _texts > 1 && date == _lastDate ? 1 : 0;
        _lastDate = date;
        _wholeDays &= any && !text.Contains((byte)':');
        _clocks += ClockText.TryTime(text, out _, out _) ? 1 : 0;
    }

    /// <summary>
    /// True for a date, a time of day or both that have all digits of year, month, day and hour, and neither AM nor PM.
    /// </summary>
    private static bool Sorts(ReadOnlySpan<byte> text)
    {
        bool isCompact = AreDigits(text, 0, 8);
        bool isDated = isCompact || (AreDigits(text, 0, 4) && AreDigits(text, 5, 2) && AreDigits(text, 8, 2));
        var clock = text[(isCompact ? 8 : isDated ? 10 : 0)..];
        clock = clock is [(byte)' ' or (byte)'T', ..] ? clock[1..] : clock;
        return clock.IsEmpty
            ? isDated
            : AreDigits(clock, 0, 2) && (isCompact || clock is [_, _, (byte)':', ..])
                && clock[^1] is not ((byte)'m' or (byte)'M');
    }

    private static bool AreDigits(ReadOnlySpan<byte> text, int first, int count) =>
        text.Length >= first + count && !text.Slice(first, count).ContainsAnyExceptInRange((byte)'0', (byte)'9');

    /// <summary>
    /// Combines the units of two values: the finest of those that count from 1970, since the first numbers of a clock may be
    /// small.
    /// </summary>
    private static DeviceTimeUnit Wider(DeviceTimeUnit a, DeviceTimeUnit b) =>
        a == b ? a
        : a == DeviceTimeUnit.Auto || b == DeviceTimeUnit.Auto ? DeviceTimeUnit.Auto
        : (DeviceTimeUnit)Math.Max((int)a, (int)b);
}
