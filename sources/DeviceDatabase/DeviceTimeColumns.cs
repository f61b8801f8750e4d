using DbIngest.Sources.Input;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>Chooses the column of times of a table, or a column of days and one of times of day.</summary>
internal static class DeviceTimeColumns
{
    private static readonly string[] TimeWords = ["time", "date", "timestamp", "datetime", "ts", "when", "utc", "zeit", "datum", "fecha", "hora"];
    private static readonly string[] ClockWords = ["time", "clock", "tod", "hms", "hhmmss", "zeit", "uhrzeit", "heure", "hora", "ora", "tijd"];

    /// <summary>
    /// The best there is: a time that is named like one; days with the times of day beside them; any text that is a time; days alone; small
    /// numbers that are named like a time.
    /// </summary>
    /// <returns>The columns: none, one, or a day and a time of day.</returns>
    public static IReadOnlyList<DeviceColumn> Find(IReadOnlyList<DeviceColumn> columns)
    {
        var clocks = columns.Where(c => c.IsClockText || (c.ClockNumbers is not null && !c.IsKey && Is(ClockWords, c.Name))).ToList();
        var clock = clocks.Find(c => Is(ClockWords, c.Name)) ?? (clocks.Count == 1 ? clocks[0] : null);
        var days = columns.FirstOrDefault(c => c.IsPlausibleDays && c != clock && HasTimeName(c))
            ?? columns.FirstOrDefault(c => c.IsPlausibleDays && c != clock && c.Unit == DeviceTimeUnit.Text);
        return columns.FirstOrDefault(c => c.IsFullTime && HasTimeName(c)) is { } named ? [named]
            : days is not null && clock is not null ? [days, clock]
            : columns.FirstOrDefault(c => c.IsFullTime && c.Unit == DeviceTimeUnit.Text) is { } text ? [text]
            : days is not null ? [days]
            : columns.FirstOrDefault(c => c.Unit != DeviceTimeUnit.Auto && HasTimeName(c)) is { } small ? [small]
            : [];
    }

    /// <summary>The columns that an option names.</summary>
    /// <returns>None when one of them is not in the table.</returns>
    public static IReadOnlyList<DeviceColumn> Named(IReadOnlyList<DeviceColumn> columns, IReadOnlyList<string> wanted)
    {
        var found = wanted.Select(name => columns.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase))).ToList();
        return found.Contains(null) ? [] : [.. found.OfType<DeviceColumn>()];
    }

    /// <summary>How the times of day beside a date are stored.</summary>
    /// <exception cref="InputException">They are none, or could be either digits or seconds.</exception>
    public static DeviceClockUnit UnitOf(string file, DeviceColumn clock, DeviceClockUnit wanted) =>
        wanted != DeviceClockUnit.Auto ? wanted
        : clock.IsClockText || clock.IsText ? DeviceClockUnit.Text
        : clock.ClockNumbers is { } unit and not DeviceClockUnit.Auto ? unit
        : throw Refusal.At(
            file,
            0,
            $"the numbers in column '{Shown.Text(clock.Name)}' could be times of day as digits (123456) or as seconds since midnight; say which with the input option clock-unit=hhmmss or clock-unit=s, or name the time with time-column=");

    private static bool HasTimeName(DeviceColumn column) =>
        Array.Exists(column.Name.ToLowerInvariant().Split('_', ' ', '.', '-'), w => Array.Exists(TimeWords, t => w.EndsWith(t, StringComparison.Ordinal)));

    private static bool Is(string[] words, string name) => words.Contains(name, StringComparer.OrdinalIgnoreCase);
}
