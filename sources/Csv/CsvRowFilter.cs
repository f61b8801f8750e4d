using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>Tells which rows of a delimited text are read.</summary>
internal sealed class CsvRowFilter
{
    private readonly (int Column, RowFilter Filter)[] _filters;
    private readonly byte _delimiter;
    private readonly byte? _quote;
    private readonly int _last;

    /// <summary>Finds the columns of the conditions.</summary>
    /// <exception cref="InputException">There is no such column.</exception>
    public CsvRowFilter(InputFile file, CsvOptions options, IReadOnlyList<string> names, byte delimiter)
    {
        _filters = [.. options.Where.Select(filter => (CsvColumnLookup.Find(file, names, filter.Column), filter))];
        _last = _filters.Length == 0 ? -1 : _filters.Max(filter => filter.Column);
        (_delimiter, _quote) = (delimiter, options.Quote);
    }

    /// <summary>Whether there are no conditions.</summary>
    public bool IsEmpty => _filters.Length == 0;

    /// <summary>Whether a row meets all conditions; one that is too short for them is not for this filter to judge.</summary>
    public bool Passes(ReadOnlySpan<byte> row)
    {
        var fields = new CsvFields(row, _delimiter, _quote);
        for (int column = 0; column <= _last && fields.TryNext(out var field); column++)
        {
            foreach (var (place, filter) in _filters)
            {
                if (place == column && !filter.Meets(field))
                {
                    return false;
                }
            }
        }

        return true;
    }
}
