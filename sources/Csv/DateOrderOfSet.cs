using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Decides the order of day, month and year for a file whose options do not give it. The first 64 MiB of that file decide. If
/// they do not show the order, the first file of the same input that does decides. <see cref="CsvFormat"/> asks the one object
/// that all files of an input share. The object must never guess, because a guess could be wrong for every record: it throws if
/// no file shows the order. Not thread-safe.
/// </summary>
internal sealed class DateOrderOfSet
{
    private (DateOrder Order, string File)? _shown;
    private bool _searched;

    /// <summary>Completes a layout with the order of its dates.</summary>
    /// <param name="layout">The file's layout, without the order of dates.</param>
    /// <exception cref="InputException">No file shows the order.</exception>
    public CsvLayout Complete(InputFile file, CsvLayout layout, CsvOptions options, InputFiles set)
    {
        var search = new DateOrderSearch(file, options, layout);
        if (search.Find() is { } own)
        {
            _shown ??= (own, file.Name);
            return layout with { Date = own };
        }

        if (_shown is null && !_searched)
        {
            _searched = true;
            _shown = set.Select(other => Order(other, options)).FirstOrDefault(found => found is not null);
        }

        // Years of four digits in another file do not tell where the year of 01.02.26 is.
        return _shown is var (order, name) && !(order == DateOrder.YearMonthDay && search.IsOpen)
            ? layout with { Date = order, DateShownBy = name }
            : throw new InputException(
                $"{file.Name}: its dates could be {DateOrderSearch.Orders}"
                + $"{(set.Count > 1 ? ", and no file beside it shows which" : "")}. "
                + $"Say which with the input option {DateOrderSearch.Remedy}.");
    }

    private static (DateOrder Order, string File)? Order(InputFile file, CsvOptions options)
    {
        try
        {
            var layout = new CsvSniffer(file, options).Sniff();
            var order = layout.Date == DateOrder.Auto ? new DateOrderSearch(file, options, layout).Find() : null;
            return order is { } found ? (found, file.Name) : null;
        }
        catch (InputException)
        {
            // The same error is thrown, and reported, when this file itself is opened.
            return null;
        }
    }
}
