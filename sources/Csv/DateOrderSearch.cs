using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Finds the order of day, month and year in one file by the first date that has only one meaning.
/// <see cref="DateOrderOfSet"/> creates one per file when the sampled rows do not show the order. The sniffers of logs only ask
/// <see cref="Certain(ReadOnlySpan{byte})"/>, line by line. Reads at most the first 64 MiB.
/// </summary>
internal sealed class DateOrderSearch(InputFile file, CsvOptions options, CsvLayout layout)
{
    /// <summary>The orders that dates could have, for refusals of every text format.</summary>
    public const string Orders = "day/month/year, month/day/year or, with years of two digits, year/month/day";

    /// <summary>The values of the input option that settles the order.</summary>
    public const string Remedy = "date=d/M/yyyy, date=M/d/yyyy or date=yy-M-d";

    private const long MaxBytes = 64L << 20;

    /// <summary>True once a date was found that could have several orders.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Reads until the order is certain. Null when it stays uncertain.</summary>
    public DateOrder? Find()
    {
        using var lines = new CsvLines(
            TextEncodings.AsAscii(file.OpenContent(), layout.Encoding), file.Name, options.Quote, layout.Delimiter);
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

        var order = Certain(field, out bool isOpen);
        IsOpen |= isOpen;
        return order;
    }

    /// <summary>Makes the exception for a log whose dates do not show their order.</summary>
    public static InputException Ambiguous(InputFile file) =>
        Refusal.At(file.Name, 0, $"its dates could be {Orders}; say which with the input option {Remedy}");

    /// <summary>Returns the only order that a date can have. Null when it could have two, or is no date.</summary>
    public static DateOrder? Certain(ReadOnlySpan<byte> field) => Certain(field, out _);

    private static DateOrder? Certain(ReadOnlySpan<byte> field, out bool isOpen)
    {
        isOpen = false;
        int end = field.IndexOfAny((byte)' ', (byte)'T');
        var date = end < 0 ? field : field[..end];
        bool dayFirst = ClockText.TryDate(date, DateOrder.DayMonthYear, out _);
        bool monthFirst = ClockText.TryDate(date, DateOrder.MonthDayYear, out _);
        bool yearFirst = ClockText.TryDate(date, DateOrder.YearMonthDay, out _);
        if (!(dayFirst || monthFirst || yearFirst))
        {
            dayFirst = LooseTime.TryParse(field, DateOrder.DayMonthYear, out long byDay, out _);
            monthFirst = LooseTime.TryParse(field, DateOrder.MonthDayYear, out long byMonth, out _);
            yearFirst = LooseTime.TryParse(field, DateOrder.YearMonthDay, out long byYear, out _);
            if (dayFirst && monthFirst && yearFirst && byDay == byMonth && byDay == byYear)
            {
                // The month has a name.
                return DateOrder.YearMonthDay;
            }
        }

        // A year of two digits may be in front or behind: 26-01-31 could be a day of 2026 or of 2031.
        isOpen = (dayFirst && monthFirst) || (yearFirst && (dayFirst || monthFirst));
        return (dayFirst, monthFirst, yearFirst) switch
        {
            (true, false, false) => DateOrder.DayMonthYear,
            (false, true, false) => DateOrder.MonthDayYear,
            (false, false, true) => DateOrder.YearMonthDay,
            _ => null,
        };
    }
}
