namespace DbIngest.Sources.Csv;

/// <summary>
/// Compares the sampled rows of each day, where a column has dates without a time of day. <see cref="CsvSniffer"/> creates one
/// per file, and asks it whether days have many rows, which the facts report. <see cref="CsvTimeColumns"/> looks by it for a
/// column of hours. It reads the sampled rows only.
/// </summary>
internal sealed class DayRows(List<byte[]> rows, byte delimiter, byte? quote)
{
    private const int FewestSteps = 4;

    /// <summary>True when most rows have the date of the row before them.</summary>
    /// <param name="date">Index of the column of dates.</param>
    public bool HasManyRowsPerDay(int date)
    {
        int same = 0;
        for (int row = 1; row < rows.Count; row++)
        {
            same += Field(row, date).SequenceEqual(Field(row - 1, date)) ? 1 : 0;
        }

        return 2 * same > rows.Count - 1;
    }

    /// <summary>True when a column counts the rows of each day: by one within a day, and from 0 or 1 again on the next.</summary>
    /// <param name="date">Index of the column of dates.</param>
    /// <param name="column">Index of a column of whole numbers from 0 to 25.</param>
    public bool IsRowNumberOfDay(int date, int column)
    {
        int within = 0;
        int others = 0;
        double last = double.NaN;
        for (int row = 0; row < rows.Count; row++)
        {
            bool isSameDay = row > 0 && Field(row, date).SequenceEqual(Field(row - 1, date));
            bool isNumber = NumberParser.TryParse(Field(row, column), (byte)'.', out double number);
            bool counts = isNumber && (isSameDay ? number == last + 1 : row == 0 || number <= 1);
            within += counts && isSameDay ? 1 : 0;
            others += counts ? 0 : 1;
            last = isNumber ? number : last + 1;
        }

        return within >= FewestSteps && 20 * others <= rows.Count;
    }

    /// <summary>
    /// True when the times of day of a column go on in one direction through the rows of each day, as those of a recording do.
    /// </summary>
    /// <param name="date">Index of the column of dates.</param>
    /// <param name="clock">Index of the column of times of day.</param>
    public bool GoesOn(int date, int clock)
    {
        int rises = 0;
        int falls = 0;
        long last = 0;
        for (int row = 0; row < rows.Count; row++)
        {
            if (!ClockText.TryClock(Field(row, clock), out long time, out _))
            {
                continue;
            }

            bool isSameDay = row > 0 && Field(row, date).SequenceEqual(Field(row - 1, date));
            rises += isSameDay && time > last ? 1 : 0;
            falls += isSameDay && time < last ? 1 : 0;
            last = time;
        }

        return Math.Max(rises, falls) > FewestSteps * Math.Min(rises, falls);
    }

    private ReadOnlySpan<byte> Field(int row, int column)
    {
        var fields = new CsvFields(rows[row], delimiter, quote);
        ReadOnlySpan<byte> field = default;
        for (int i = 0; i <= column && fields.TryNext(out field); i++)
        {
        }

        return field;
    }
}
