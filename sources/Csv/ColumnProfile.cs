using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// What the sampled fields of one column look like. Two thirds of them decide: the others are left to the rule for malformed
/// rows.
/// </summary>
internal sealed class ColumnProfile
{
    // The seconds since 1970 of times from 1990 to 2100.
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
    private int _compact;
    private int _hours;
    private readonly int[] _sinceEpoch = new int[Units.Length];

    /// <summary>Fields that are there.</summary>
    public int Present { get; private set; }

    /// <summary>Fields that stand for a missing value.</summary>
    public int Missing { get; private set; }

    /// <summary>Fields that are numbers.</summary>
    public int Numbers { get; private set; }

    /// <summary>Fields that are numbers only with a decimal comma.</summary>
    public int CommaNumbers { get; private set; }

    /// <summary>Fields that are dates, with or without a time of day.</summary>
    public int Dates { get; private set; }

    /// <summary>Whether its dates have a time of day.</summary>
    public bool HasClock { get; private set; }

    /// <summary>Fields that are times of day.</summary>
    public int Times { get; private set; }

    /// <summary>Texts between its numbers that stand for a missing value.</summary>
    public FoundMarks Marks { get; } = new();

    /// <summary>How its fields end.</summary>
    public FieldEnding Ending { get; } = new();

    /// <summary>The first field that is neither a number nor missing; null when there is none.</summary>
    public string? Odd { get; private set; }

    /// <summary>
    /// Whether it holds numbers: most fields that are there are, or what else is there stands for a missing value.
    /// </summary>
    public bool IsNumeric => Numbers > 0 && (IsMost(Numbers, Present) || Marks.AreMarks(Numbers));

    /// <summary>Whether it holds dates.</summary>
    public bool IsDate => IsMost(Dates, Present + Missing);

    /// <summary>Whether it holds times of day.</summary>
    public bool IsTime => IsMost(Times, Present + Missing);

    /// <summary>Whether the column counts the rows: whole numbers, each one more than the last.</summary>
    public bool IsIndex => IsNumeric && Missing == 0 && Numbers == Present && _rising;

    /// <summary>
    /// Whether its numbers are digits of dates from 1990 to 2100, with or without a time of day: 20260131, 202601311200,
    /// 20260131120000.
    /// </summary>
    public bool IsCompactDate => IsMost(_compact, Present + Missing);

    /// <summary>Whether most of its numbers are whole ones from 0 to 25: hours of a day, if the column is named so.</summary>
    public bool IsHour => IsNumeric && IsMost(_hours, Numbers);

    /// <summary>The smallest and the largest of its hours.</summary>
    public (int First, int Last) Hours { get; private set; } = (int.MaxValue, int.MinValue);

    /// <summary>The unit in which whole numbers of this size could count from 1970, between 1990 and 2100.</summary>
    public DateOrder? UnixUnit
    {
        get
        {
            int most = Array.FindIndex(_sinceEpoch, count => IsMost(count, Present + Missing));
            return most < 0 ? null : Units[most].Unit;
        }
    }

    /// <summary>Looks at one field.</summary>
    /// <param name="field">The field.</param>
    /// <param name="marks">What stands for a missing value.</param>
    /// <param name="format">How numbers may be written.</param>
    public void Add(ReadOnlySpan<byte> field, MissingMarks marks, NumberFormat format)
    {
        if (marks.Has(field))
        {
            Missing++;
            return;
        }

        Present++;
        Ending.Add(field);
        if (format.TryParse(field, out double value, out bool comma))
        {
            CommaNumbers += comma ? 1 : 0;
            AddNumber(field, value);
            return;
        }

        Marks.Add(field);
        Odd ??= Shown.Text(field);
        Times += ClockText.TryClock(field, out _, out _) ? 1 : 0;
        if (TryDate(field, out long micros))
        {
            Dates++;
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

        // Eight digits are a number before they are a date; the column's name or the option date= makes them one.
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
