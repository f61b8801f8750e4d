using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Kind of fault in a row of delimited text. <see cref="CsvReader"/> states it, <see cref="RowFault.Describe"/> words it.
/// </summary>
internal enum FaultKind
{
    None,

    /// <summary>The row has fewer or more fields than the table has columns.</summary>
    FieldCount,

    /// <summary>A field is neither a number nor a mark of a missing value.</summary>
    Number,

    /// <summary>The time is not written as in the other rows.</summary>
    Time,

    /// <summary>A quote is never closed, and further rows are behind it.</summary>
    Quote,

    /// <summary>A quote is not closed in its line, and the next quote in a later line closes no field.</summary>
    LateQuote,
}

/// <summary>
/// A fault of a row. The default value means a sound row. <see cref="CsvReader"/> returns it per row without allocating, and
/// describes it only when the row is reported. Facts keep the description, and a resumed sweep compares facts: do not reword it.
/// </summary>
/// <param name="Kind">The kind of fault.</param>
/// <param name="Column">Index of the column in the file where the fault was noticed.</param>
internal readonly record struct RowFault(FaultKind Kind, int Column)
{
    public bool IsFault => Kind != FaultKind.None;

    /// <summary>Returns this fault, or that of a sound row so far.</summary>
    public RowFault Or(FaultKind kind, int column) => IsFault ? this : new(kind, column);

    /// <summary>Describes the fault and its remedy for a message.</summary>
    public string Describe(CsvLayout layout, CsvOptions options, ReadOnlySpan<byte> row)
    {
        var fields = new CsvFields(row, layout.Delimiter, options.Quote);
        int count = 0;
        string shown = "";
        while (fields.TryNext(out var field))
        {
            if (count == Column || (Kind == FaultKind.Time && layout.TimeColumns.Contains(count)))
            {
                shown += (shown.Length > 0 ? " " : "") + SafeText.Text(field);
            }

            count++;
        }

        return Kind switch
        {
            FaultKind.FieldCount when Column < layout.Names.Count =>
                $"{count} fields where {layout.Names.Count} columns are: '{SafeText.Text(layout.Names[Column])}' is the first "
                + $"that is not there",
            FaultKind.FieldCount => $"{count} fields where {layout.Names.Count} columns are: more than columns",
            FaultKind.Quote => "a quote in it is never closed, which makes one row of all lines that follow (if it is no quote, "
                + "see the input option quote=)",
            FaultKind.LateQuote => "a quote in it is not closed, and the next quote, in a later line, does not end a field "
                + "(if it is no quote, see the input option quote=)",
            FaultKind.Number =>
                $"'{shown}' in column '{SafeText.Text(layout.Names[Column])}' is not a number (if it stands for a missing "
                + $"value, name it with "
                + "the input option missing=; to read other columns only, name those with columns=)",
            _ => $"'{shown}' in column "
                + $"'{SafeText.Text(string.Join(" + ", layout.TimeColumns.Select(column => layout.Names[column])))}' is not a "
                + $"time in the order {layout.Date} (see the input options date= and time-columns=)",
        };
    }
}
