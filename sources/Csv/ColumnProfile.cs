using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>What the sampled fields of one column look like.</summary>
internal sealed class ColumnProfile
{
    private readonly TimestampParser[] _orders =
    [
        new(DateOrder.DayMonthYear), new(DateOrder.MonthDayYear), new(DateOrder.YearMonthDay),
    ];

    private double _last = double.NaN;
    private bool _rising = true;
    private double _smallest = double.MaxValue;
    private double _largest = double.MinValue;

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

    /// <summary>Whether all fields are numbers or missing, and some are numbers.</summary>
    public bool IsNumeric => Numbers > 0 && (Numbers == Present || Marks.AreMarks(Numbers));

    /// <summary>Whether all fields are dates.</summary>
    public bool IsDate => Dates > 0 && Dates == Present && Missing == 0;

    /// <summary>Whether all fields are times of day.</summary>
    public bool IsTime => Times > 0 && Times == Present && Missing == 0;

    /// <summary>Whether the column counts the rows: whole numbers, each one more than the last.</summary>
    public bool IsIndex => IsNumeric && Missing == 0 && Numbers == Present && _rising;

    /// <summary>The unit in which whole numbers of this size could count from 1970, between 1990 and 2100.</summary>
    public DateOrder? UnixUnit
    {
        get
        {
            const double From = 631_152_000;
            const double To = 4_102_444_800;
            return !IsNumeric || Missing > 0 || Numbers < Present ? null
                : _smallest >= From && _largest <= To ? DateOrder.UnixSeconds
                : _smallest >= From * 1e3 && _largest <= To * 1e3 ? DateOrder.UnixMilliseconds
                : _smallest >= From * 1e6 && _largest <= To * 1e6 ? DateOrder.UnixMicroseconds
                : null;
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
            Numbers++;
            CommaNumbers += comma ? 1 : 0;
            _rising &= value == Math.Floor(value) && (double.IsNaN(_last) || value == _last + 1);
            _smallest = Math.Min(_smallest, value);
            _largest = Math.Max(_largest, value);
            _last = value;
        }
        else
        {
            Marks.Add(field);
            Odd ??= Shown.Text(field);
        }

        bool date = IsDateField(field);
        Dates += date ? 1 : 0;
        HasClock |= date && field.Contains((byte)':');
        Times += ClockText.TryTime(field, out _, out _) ? 1 : 0;
    }

    private bool IsDateField(ReadOnlySpan<byte> field)
    {
        // Eight digits are a number before they are a date; the option date= makes them one.
        if (!field.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            return false;
        }

        foreach (var order in _orders)
        {
            if (order.TryParse(field, out _, out _))
            {
                return true;
            }
        }

        return false;
    }
}
