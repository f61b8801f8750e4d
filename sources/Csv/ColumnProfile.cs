using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Collects what the sampled fields of one column look like. <c>CsvSniffer</c>, <c>FieldProfiles</c> and the sniffers of logs
/// fill one per column before the first record is read, and choose time and values by it. Two thirds of the fields decide what
/// the column holds. The others are malformed rows later.
/// </summary>
/// <param name="encoding">The encoding of the fields; null for UTF-8.</param>
internal sealed class ColumnProfile(Encoding? encoding = null)
{
    // Seconds since 1970 of times from 1990 to 2100.
    private const double Earliest = 631_152_000;
    private const double Latest = 4_102_444_800;

    private static readonly (DateOrder Unit, double PerSecond)[] Units =
    [
        (DateOrder.UnixSeconds, 1), (DateOrder.UnixMilliseconds, 1e3), (DateOrder.UnixMicroseconds, 1e6),
    ];

    private readonly TimestampParser[] _orders =
    [
        new(DateOrder.DayMonthYear), new(DateOrder.MonthDayYear), new(DateOrder.YearMonthDay),
    ];

    private double _last = double.NaN;
    private bool _rising = true;
    private bool _hasTimeOfDay;
    private long _lastDate;
    private int _repeatedDates;
    private int _compact;
    private int _hours;
    private readonly int[] _sinceEpoch = new int[Units.Length];

    /// <summary>Fields that are not marks of a missing value.</summary>
    public int Present { get; private set; }

    /// <summary>Fields that are marks of a missing value.</summary>
    public int Missing { get; private set; }

    public int Numbers { get; private set; }

    /// <summary>Fields that are numbers only if the comma is the decimal mark.</summary>
    public int CommaNumbers { get; private set; }

    /// <summary>Fields that are dates, with or without a time of day.</summary>
    public int Dates { get; private set; }

    /// <summary>True when at least one date has a time of day.</summary>
    public bool HasClock { get; private set; }

    /// <summary>
    /// True when the time of day of all dates is midnight, and most dates repeat the one before: another column may have the time
    /// of day.
    /// </summary>
    public bool HasMidnights => HasClock && !_hasTimeOfDay && 2 * _repeatedDates > Dates - 1;

    /// <summary>True when all of several dates are the same.</summary>
    public bool HasOneDate => Dates > 1 && _repeatedDates == Dates - 1;

    public int Times { get; private set; }

    /// <summary>Texts between the numbers that may be marks of a missing value.</summary>
    public MarkCandidates Marks { get; } = new(encoding);

    /// <summary>How the fields end, to detect a cut-off last row.</summary>
    public FieldEnding Ending { get; } = new();

    /// <summary>The first field that is neither a number nor missing. Null without one.</summary>
    public string? Odd { get; private set; }

    /// <summary>True when most present fields are numbers, or the others are marks of a missing value.</summary>
    public bool IsNumeric => Numbers > 0 && (IsMost(Numbers, Present) || Marks.AreMarks(Numbers));

    public bool IsDate => IsMost(Dates, Present + Missing);

    public bool IsTime => IsMost(Times, Present + Missing);

    /// <summary>True when the column counts the rows: whole numbers, each one more than the last.</summary>
    public bool IsIndex => IsNumeric && Missing == 0 && Numbers == Present && _rising;

    /// <summary>
    /// True when most fields are dates from 1990 to 2100 written as digits alone: 20260131, 202601311200, 20260131120000.
    /// </summary>
    public bool IsCompactDate => IsMost(_compact, Present + Missing);

    /// <summary>True when most numbers are whole ones from 0 to 25, which may be hours of a day.</summary>
    public bool IsHour => IsNumeric && IsMost(_hours, Numbers);

    /// <summary>The smallest and the largest of the numbers that may be hours.</summary>
    public (int First, int Last) Hours { get; private set; } = (int.MaxValue, int.MinValue);

    /// <summary>The unit in which most numbers count from 1970 to a time between 1990 and 2100. Null without one.</summary>
    public DateOrder? UnixUnit
    {
        get
        {
            int most = Array.FindIndex(_sinceEpoch, count => IsMost(count, Present + Missing));
            return most < 0 ? null : Units[most].Unit;
        }
    }

    /// <summary>Adds one field.</summary>
    /// <param name="marks">The known marks of a missing value.</param>
    /// <param name="format">How numbers may be written.</param>
    public void Add(ReadOnlySpan<byte> field, MissingMarks marks, NumberFormat format)
    {
        if (marks.Has(field) || !format.TryParse(field, out double value, out bool comma))
        {
            AddText(field, marks);
            return;
        }

        Present++;
        Ending.Add(field);
        CommaNumbers += comma ? 1 : 0;
        AddNumber(field, value);
    }

    /// <summary>Adds a field that its format declares to be a text, also one of digits.</summary>
    /// <param name="marks">The known marks of a missing value.</param>
    public void AddText(ReadOnlySpan<byte> field, MissingMarks marks)
    {
        if (marks.Has(field))
        {
            Missing++;
            Ending.AddMissing();
            return;
        }

        Present++;
        Ending.Add(field);
        Marks.Add(field);
        Odd ??= SafeText.Text(field);
        Times += ClockText.TryClock(field, out _, out _) ? 1 : 0;
        if (TryDate(field, out long micros))
        {
            _repeatedDates += Dates > 0 && micros == _lastDate ? 1 : 0;
            _lastDate = micros;
            Dates++;
            _hasTimeOfDay |= micros % ClockText.Day != 0;
            HasClock |= field.Contains((byte)':') || micros % ClockText.Day != 0;
        }
    }

    private void AddNumber(ReadOnlySpan<byte> field, double value)
    {
        Numbers++;
        bool isWhole = value == Math.Floor(value);
        _rising &= isWhole && (double.IsNaN(_last) || value == _last + 1);
        _last = value;
        if (isWhole && value is >= 0 and <= 25)
        {
            _hours++;
            Hours = (Math.Min(Hours.First, (int)value), Math.Max(Hours.Last, (int)value));
        }

        for (int unit = 0; unit < Units.Length; unit++)
        {
            _sinceEpoch[unit] += value >= Earliest * Units[unit].PerSecond && value <= Latest * Units[unit].PerSecond ? 1 : 0;
        }

        // Eight digits are a number before they are a date. The column's name or the option date= makes them a date.
        if (field.Length is 8 or 12 or 14 && !field.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            && _orders[^1].TryParse(field, out long micros, out _)
            && micros is >= (long)Earliest * 1_000_000 and < (long)Latest * 1_000_000)
        {
            _compact++;
            HasClock |= micros % ClockText.Day != 0;
        }
    }

    private static bool IsMost(int count, int all) => count > 0 && 3L * count >= 2L * all;

    private bool TryDate(ReadOnlySpan<byte> field, out long micros)
    {
        foreach (var order in _orders)
        {
            if (order.TryParse(field, out micros, out _))
            {
                return true;
            }
        }

        micros = 0;
        return false;
    }
}
