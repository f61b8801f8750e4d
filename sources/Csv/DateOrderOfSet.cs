using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// The order of day and month in files that do not show it themselves: that of the first file of the same set that does. When none
/// does, they are refused: a guess could be wrong for every record.
/// </summary>
internal sealed class DateOrderOfSet
{
    private (DateOrder Order, string File)? _shown;
    private bool _searched;

    /// <summary>Completes a layout.</summary>
    /// <param name="file">The file.</param>
    /// <param name="layout">Its layout, without the order of dates.</param>
    /// <param name="options">How to read the files of the set.</param>
    /// <param name="set">All files of the set.</param>
    /// <exception cref="InputException">No file shows the order.</exception>
    public CsvLayout Complete(InputFile file, CsvLayout layout, CsvOptions options, InputFiles set)
    {
        if (new DateOrderSearch(file, options, layout).Find() is { } own)
        {
            _shown ??= (own, file.Name);
            return layout with { Date = own };
        }

        if (_shown is null && !_searched)
        {
            _searched = true;
            _shown = set.Select(other => Order(other, options)).FirstOrDefault(found => found is not null);
        }

        return _shown is var (order, name)
            ? layout with { Date = order, DateShownBy = name }
            : throw new InputException(
                $"{file.Name}: its dates could be day/month/year or month/day/year{(set.Count > 1 ? ", and no file beside it shows which" : "")}. "
                + "Say which with the input option date=d/M/yyyy or date=M/d/yyyy.");
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
            // It says so itself when its turn to be read comes.
            return null;
        }
    }
}
