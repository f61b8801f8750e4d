using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>Finds the time column, or the date and the time column.</summary>
internal sealed class CsvTimeColumns(InputFile file, CsvOptions options, IReadOnlyList<string> names, ColumnProfile[] profiles)
{
    /// <summary>The places, and how time is written in them as far as that is known.</summary>
    /// <exception cref="InputException">There is no time column.</exception>
    public (IReadOnlyList<int> Columns, DateOrder Date) Find()
    {
        if (options.TimeColumns is { } wanted)
        {
            int[] columns = [.. wanted.Select(name => CsvColumnLookup.Find(file, names, name))];
            return (columns, options.Date != DateOrder.Auto ? options.Date : profiles[columns[0]].UnixUnit ?? (IsClockAlone(columns) ? DateOrder.TimeOfDay : DateOrder.Auto));
        }

        if (options.Date is >= DateOrder.UnixSeconds and not DateOrder.TimeOfDay)
        {
            return ([FirstOf(column => profiles[column].IsNumeric && TimeNames.Says(names[column])) ?? throw None()], options.Date);
        }

        if (FirstOf(column => profiles[column].IsDate) is { } date)
        {
            // A date on its own, or one with a time of day: then no other column is needed.
            int? time = FirstOf(column => profiles[column].IsTime);
            return (time is { } clock && !profiles[date].HasClock ? [date, clock] : [date], options.Date);
        }

        if (options.BaseDate is not null && FirstOf(column => profiles[column].IsTime) is { } ofDay)
        {
            return ([ofDay], DateOrder.TimeOfDay);
        }

        return FirstOf(column => profiles[column].UnixUnit is not null && TimeNames.Suggests(names[column])) is { } unix
            ? ([unix], profiles[unix].UnixUnit!.Value)
            : throw None();
    }

    private bool IsClockAlone(int[] columns) => options.BaseDate is not null && columns.Length == 1 && profiles[columns[0]].IsTime;

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
        + $"There are: {Shown.List(names)}.");
}
