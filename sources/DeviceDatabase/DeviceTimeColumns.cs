using DbIngest.Sources.Input;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Chooses the time column of a table, or its column of days and its column of times of day. <see cref="DeviceTable"/> calls it
/// once per table. It returns all candidates of the best kind, so that the caller can refuse an ambiguous table.
/// </summary>
internal static class DeviceTimeColumns
{
    private static readonly string[] ClockWords =
        ["time", "clock", "tod", "hms", "hhmmss", "zeit", "uhrzeit", "heure", "hora", "ora", "tijd"];

    /// <summary>
    /// Finds the best kind of time columns in the table, in this order: times from 1990 to 2100 with the name of a time; days
    /// with times of day beside them; any text that is a time; days alone; other numbers that go forward and have a word for time
    /// in their name.
    /// </summary>
    /// <returns>All choices, each of one column or of a day and a time of day. More than one means that the table does not show
    /// which is its time.</returns>
    public static IReadOnlyList<IReadOnlyList<DeviceColumn>> Find(IReadOnlyList<DeviceColumn> columns)
    {
        var clocks = columns.Where(c => c.IsClockText || (c.ClockNumbers is not null && !c.IsKey && Is(ClockWords, c.Name)))
            .ToList();
        var clock = clocks.Find(c => Is(ClockWords, c.Name)) ?? (clocks.Count == 1 ? clocks[0] : null);
        var days = Those(columns, c => c.IsPlausibleDays && c != clock && TimeColumnNames.Suggests(c.Name));
        days = days.Count > 0 ? days : Those(columns, c => c.IsPlausibleDays && c != clock && c.Unit == DeviceTimeUnit.Text);
        return Those(columns, c => c.IsFullTime && TimeColumnNames.Suggests(c.Name)) is { Count: > 0 } named
            ? [.. named.Select(time => WithClock(time, clock))]
            : days.Count > 0 && clock is not null ? [.. days.Select(day => new[] { day[0], clock })]
            : Those(columns, c => c.IsFullTime && c.Unit == DeviceTimeUnit.Text) is { Count: > 0 } texts ? texts
            : days.Count > 0 ? days
            : Those(columns, c => c.IsOwnClock && c.GoesForward && TimeColumnNames.Says(c.Name));
    }

    /// <summary>Adds the times of day to dates that are written with midnight in all rows of a day.</summary>
    private static IReadOnlyList<DeviceColumn> WithClock(IReadOnlyList<DeviceColumn> time, DeviceColumn? clock) =>
        clock is not null && time[0].IsMidnights && Is(ClockWords, clock.Name) ? [time[0], clock] : time;

    private static IReadOnlyList<IReadOnlyList<DeviceColumn>> Those(
        IReadOnlyList<DeviceColumn> columns, Func<DeviceColumn, bool> condition) =>
        [.. columns.Where(condition).Select(column => new[] { column })];

    /// <summary>Returns the columns that an option names. Empty when one of them is not in the table.</summary>
    public static IReadOnlyList<DeviceColumn> Named(IReadOnlyList<DeviceColumn> columns, IReadOnlyList<string> wanted)
    {
        var found = wanted
            .Select(name => columns.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase)))
            .ToList();
        return found.Contains(null) ? [] : [.. found.OfType<DeviceColumn>()];
    }

    /// <summary>Determines how the times of day beside a date are stored.</summary>
    /// <exception cref="InputException">The numbers are no times of day, or could be digits or seconds.</exception>
    public static DeviceClockUnit UnitOf(string file, DeviceColumn clock, DeviceClockUnit wanted) =>
        wanted != DeviceClockUnit.Auto ? wanted
        : clock.IsClockText || clock.IsText ? DeviceClockUnit.Text
        : clock.ClockNumbers is { } unit and not DeviceClockUnit.Auto ? unit
        : throw Refusal.At(
            file,
            0,
            $"the numbers in column '{SafeText.Text(clock.Name)}' could be times of day as digits (123456) or as seconds "
            + $"since midnight; say which with the input option clock-unit=hhmmss or clock-unit=s, or name the time with "
            + $"time-column=");

    private static bool Is(string[] words, string name) => words.Contains(name, StringComparer.OrdinalIgnoreCase);
}
