using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Finds the time column of a table, or its date column and its time-of-day column. <see cref="CsvSniffer"/> runs it once per
/// file. It throws when no column fits the table or the options, or when hours could count from 0 or from 1.
/// </summary>
/// <param name="profiles">What the fields of each column look like.</param>
internal sealed class CsvTimeColumns(
    InputFile file, CsvOptions options, IReadOnlyList<string> names, ColumnProfile[] profiles, DayRows days)
{
    // A number that restarts each day and ends before this hour may be a phase or a tariff.
    private const int LastHour = 23;

    private static readonly string[] HourWords = ["hour", "hora", "heure", "stunde", "ora", "uur"];
    private static readonly string[] HourNames = ["h", "he", "hr", "std", "hours"];

    /// <summary>Finds the columns, and how times are written in them as far as the sample shows it.</summary>
    /// <returns>The column indices, the order of dates, and the number of the first hour where the second column has
    /// hours.</returns>
    /// <exception cref="InputException">The table has no time column, lacks a column that an option needs, or its hours could
    /// begin with 0 or with 1.</exception>
    public (IReadOnlyList<int> Columns, DateOrder Date, int? FirstHour) Find()
    {
        var (columns, date) = Columns();
        bool hasHours = columns.Count == 2 && profiles[columns[1]].IsHour;
        return hasHours || options.FirstHour is null
            ? (columns, date, hasHours ? FirstHour(columns[1]) : null)
            : throw new InputException(
                $"{file.Name}: the input option hours= needs a column of hours beside one of dates, and none was found. "
                + $"Name both with time-columns=Date+Hour. Columns: {SafeText.List(names)}.");
    }

    private (IReadOnlyList<int> Columns, DateOrder Date) Columns()
    {
        if (options.TimeColumns is { } wanted)
        {
            int[] columns = [.. wanted.Select(name => CsvColumnLookup.Find(file, names, name))];
            var first = profiles[columns[0]];
            var order = options.Date != DateOrder.Auto ? options.Date : first.UnixUnit
                ?? (IsClockAlone(columns) ? DateOrder.TimeOfDay : DateOrder.Auto);
            return order != DateOrder.Auto || first is { Present: 0 } or { Dates: > 0 } or { Numbers: > 0 } ? (columns, order)
                : throw new InputException(
                    $"{file.Name}: column '{SafeText.Text(names[columns[0]])}' holds no dates but '{first.Odd}'. Name the column "
                    + "of dates first, with time-columns=Date+Time or alone, or give the day of times of day with base-date=.");
        }

        if (options.Date is >= DateOrder.UnixSeconds and not DateOrder.TimeOfDay)
        {
            int? elapsed = FirstOf(column => profiles[column].IsNumeric && TimeColumnNames.Says(names[column]));
            return ([elapsed ?? throw None()], options.Date);
        }

        if ((FirstOf(column => profiles[column].IsDate) ?? FirstOf(IsCompactDate)) is { } dates)
        {
            // A time that stands still may be the start of a query. Another one that goes on is that of the rows.
            bool standsStill = profiles[dates].HasClock && profiles[dates].HasOneDate && ClockBeside(dates) is null;
            int date = (standsStill ? FirstOf(column => profiles[column].IsDate && !profiles[column].HasOneDate) : null) ?? dates;
            return (ClockBeside(date) is { } clock ? [date, clock] : [date], options.Date);
        }

        if (options.BaseDate is not null && FirstOf(column => profiles[column].IsTime) is { } ofDay)
        {
            return ([ofDay], DateOrder.TimeOfDay);
        }

        return FirstOf(column => profiles[column].UnixUnit is not null && TimeColumnNames.Suggests(names[column])) is { } unix
            ? ([unix], profiles[unix].UnixUnit!.Value)
            : throw None();
    }

    /// <summary>
    /// Finds the column with the time of day of dates. Dates with their own time of day need none. Midnight in every row of a day
    /// is none.
    /// </summary>
    private int? ClockBeside(int date)
    {
        var profile = profiles[date];
        return (!profile.HasClock || profile.HasMidnights) && Clock(date) is { } clock
            && (!profile.HasClock || !profiles[clock].IsTime || days.GoesOn(date, clock)) ? clock : null;
    }

    /// <summary>
    /// Finds the column of times of day; else the column that is named as hours; else one that counts the hours of each day.
    /// </summary>
    private int? Clock(int date) => FirstOf(column => profiles[column].IsTime)
        ?? FirstOf(column => CanBeHours(column, date) && IsNamedHour(names[column]))
        ?? FirstOf(column => CanBeHours(column, date) && profiles[column].Hours.Last >= LastHour
            && days.IsRowNumberOfDay(date, column));

    /// <summary>
    /// True when a column may hold the hours of a day: its numbers can be hours, and no option uses it for something else.
    /// </summary>
    private bool CanBeHours(int column, int date) => column != date && profiles[column].IsHour
        && (options.Pivot is not { } pivot || CsvColumnLookup.Find(file, names, pivot) != column)
        && options.Columns?.Any(named => CsvColumnLookup.Find(file, names, named.Column) == column) != true;

    private int FirstHour(int column) =>
        options.FirstHour ?? profiles[column].Hours switch
        {
            { First: 0, Last: < 24 } => 0,
            { First: > 0, Last: >= 24 } => 1,
            _ => throw new InputException(
                $"{file.Name}: the hours in column '{SafeText.Text(names[column])}' could count from 0 or from 1. "
                + "Say which with the input option hours=0-23 or hours=1-24."),
        };

    private static bool IsNamedHour(string name) =>
        HourNames.Contains(name, StringComparer.OrdinalIgnoreCase)
        || name.Split([' ', '_', '-', '.', '(', ')', '[', ']', '/'])
            .Any(word => HourWords.Contains(word, StringComparer.OrdinalIgnoreCase));

    private bool IsCompactDate(int column) => profiles[column].IsCompactDate
        && (TimeColumnNames.Suggests(names[column]) || column == 0);

    private bool IsClockAlone(int[] columns) => options.BaseDate is not null && columns.Length == 1 && profiles[columns[0]]
        .IsTime;

    private int? FirstOf(Func<int, bool> condition)
    {
        for (int column = 0; column < profiles.Length; column++)
        {
            if (condition(column))
            {
                return column;
            }
        }

        return null;
    }

    private InputException None() => new(
        $"{file.Name}: no column holds dates. Name it with the input option time-columns= (two of them as Date+Time) and how it is "
        + "written with date= (d/M/yyyy, iso, unix-s, ...); give the day of times of day and of elapsed times with base-date=. "
        + $"Columns: {SafeText.List(names)}.");
}
