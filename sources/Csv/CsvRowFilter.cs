using System.Text;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Evaluates the conditions of the input option <c>where=</c> on rows of delimited text. <see cref="CsvReader"/> asks it per row
/// before it parses values, <see cref="CsvSniffer"/> while it samples. It allocates nothing per row.
/// </summary>
internal sealed class CsvRowFilter
{
    private readonly (int Column, RowFilter Filter)[] _filters;
    private readonly byte _delimiter;
    private readonly byte? _quote;
    private readonly int _last;

    /// <summary>Finds the columns of the conditions.</summary>
    /// <param name="encoding">The encoding of the rows.</param>
    /// <exception cref="InputException">A condition names a column that does not exist.</exception>
    public CsvRowFilter(InputFile file, CsvOptions options, IReadOnlyList<string> names, byte delimiter, Encoding encoding)
    {
        _filters =
            [.. options.Where.Select(filter => (CsvColumnLookup.Find(file, names, filter.Column), filter.In(encoding)))];
        _last = _filters.Length == 0 ? -1 : _filters.Max(filter => filter.Column);
        (_delimiter, _quote) = (delimiter, options.Quote);
    }

    public bool IsEmpty => _filters.Length == 0;

    /// <summary>
    /// True when a row meets all conditions. A row too short for them passes. The reader then reports it as malformed.
    /// </summary>
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
