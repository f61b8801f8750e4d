using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Decides the order of day, month and year of dates that are texts: the first date in the table that has only one meaning
/// decides. <see cref="DeviceReader"/> calls it once, when it opens. It may read the whole table, and throws when no row shows
/// the order: it never guesses.
/// </summary>
internal static class DeviceDateOrder
{
    /// <summary>Returns the order that the option names, or that fits the sample, or that any row of the table shows.</summary>
    /// <exception cref="InputException">No row shows the order.</exception>
    public static DateOrder Of(DeviceFile file, DeviceTable table, DateOrder wanted)
    {
        if (wanted != DateOrder.Auto || table.TimeUnit != DeviceTimeUnit.Text)
        {
            return wanted == DateOrder.Auto ? DateOrder.YearMonthDay : wanted;
        }

        var orders = table.DateOrders;
        if (orders.Count < 2)
        {
            return orders.Count == 0 ? DateOrder.YearMonthDay : orders[0];
        }

        // Years of two digits fit in front as well: 31.01.26 could be a day of 2031.
        bool isOpen = false;
        TimestampParser[] parsers = [.. orders.Select(order => new TimestampParser(order))];
        using var dates =
            file.Query($"SELECT {DeviceFile.Quoted(table.TimeColumns[0])} FROM {DeviceFile.Quoted(table.Name)} NOT INDEXED");
        while (dates.Step())
        {
            bool[] fit = [.. parsers.Select(parser => parser.TryParse(dates.Bytes(0), out _, out _))];
            int fits = fit.Count(f => f);
            if (fits == 1)
            {
                return orders[Array.IndexOf(fit, true)];
            }

            // Where the month has a name, the order does not matter.
            if (DateOrderSearch.Certain(dates.Bytes(0)) == DateOrder.YearMonthDay)
            {
                return DateOrder.YearMonthDay;
            }

            isOpen |= fits > 1;
        }

        return !isOpen ? DateOrder.YearMonthDay : throw Refusal.At(
            file.Name, 0, $"the dates in column '{SafeText.Text(table.TimeColumns[0])}' could be {DateOrderSearch.Orders}; "
                + "say which with the input option date=dmy, date=mdy or date=ymd");
    }
}
