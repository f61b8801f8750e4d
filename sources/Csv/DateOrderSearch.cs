using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Tells day-month-year from month-day-year by the first date whose one number cannot be a month, in the first 64 MiB of a file.
/// </summary>
internal sealed class DateOrderSearch(InputFile file, CsvOptions options, CsvLayout layout)
{
    private const long MaxBytes = 64L << 20;

    /// <summary>Reads until the order is certain.</summary>
    /// <returns>The order; null when it stays uncertain.</returns>
    public DateOrder? Find()
    {
        using var lines = new CsvLines(TextEncodings.AsAscii(file.OpenContent(), layout.Encoding, out _), file.Name, options.Quote);
        while (lines.Bytes < MaxBytes && lines.TryNext(out var row))
        {
            if (lines.Line < layout.FirstDataLine || row.Trim((byte)' ').IsEmpty)
            {
                continue;
            }

            if (OfRow(row) is { } order)
            {
                return order;
            }
        }

        return null;
    }

    private DateOrder? OfRow(ReadOnlySpan<byte> row)
    {
        var fields = new CsvFields(row, layout.Delimiter, options.Quote);
        ReadOnlySpan<byte> field = default;
        for (int column = 0; column <= layout.TimeColumns[0]; column++)
        {
            if (!fields.TryNext(out field))
            {
                return null;
            }
        }

        return Certain(field);
    }

    /// <summary>The order that a date can only have; null when it could have two, or is none.</summary>
    public static DateOrder? Certain(ReadOnlySpan<byte> field)
    {
        int end = field.IndexOfAny((byte)' ', (byte)'T');
        var date = end < 0 ? field : field[..end];
        bool dayFirst = ClockText.TryDate(date, DateOrder.DayMonthYear, out _);
        bool monthFirst = ClockText.TryDate(date, DateOrder.MonthDayYear, out _);
        bool yearFirst = ClockText.TryDate(date, DateOrder.YearMonthDay, out _);
        if (!(dayFirst || monthFirst || yearFirst))
        {
            dayFirst = LooseTime.TryParse(field, DateOrder.DayMonthYear, out long micros, out _);
            monthFirst = LooseTime.TryParse(field, DateOrder.MonthDayYear, out long other, out _);
            yearFirst = LooseTime.TryParse(field, DateOrder.YearMonthDay, out _, out _);
            if (dayFirst && yearFirst && micros == other)
            {
                // The month has a name.
                return DateOrder.YearMonthDay;
            }
        }

        // A year of two digits in front is so rare that it does not compete; date=yy-M-d names it.
        return dayFirst && monthFirst ? null
            : dayFirst ? DateOrder.DayMonthYear
            : monthFirst ? DateOrder.MonthDayYear
            : yearFirst ? DateOrder.YearMonthDay
            : null;
    }
}
