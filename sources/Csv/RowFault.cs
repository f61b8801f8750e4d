using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>What is wrong with a row.</summary>
internal enum FaultKind
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>There are fewer or more fields than columns.</summary>
    FieldCount,

    /// <summary>A field is neither a number nor a mark for a missing value.</summary>
    Number,

    /// <summary>The time is not written as in the other rows.</summary>
    Time,
}

/// <summary>A fault of a row; the default value is none.</summary>
/// <param name="Kind">What is wrong.</param>
/// <param name="Column">The column in the file where it was noticed.</param>
internal readonly record struct RowFault(FaultKind Kind, int Column)
{
    /// <summary>Whether there is one.</summary>
    public bool IsFault => Kind != FaultKind.None;

    /// <summary>The fault and its remedy in words.</summary>
    /// <param name="layout">The file's layout.</param>
    /// <param name="options">The options.</param>
    /// <param name="row">The row.</param>
    public string Describe(CsvLayout layout, CsvOptions options, ReadOnlySpan<byte> row)
    {
        var fields = new CsvFields(row, layout.Delimiter, options.Quote);
        int count = 0;
        string shown = "";
        while (fields.TryNext(out var field))
        {
            if (count == Column || (Kind == FaultKind.Time && layout.TimeColumns.Contains(count)))
            {
                shown += (shown.Length > 0 ? " " : "") + Shown.Text(field);
            }

            count++;
        }

        return Kind switch
        {
            FaultKind.FieldCount when Column < layout.Names.Count => $"{count} fields where {layout.Names.Count} columns are: '{Shown.Text(layout.Names[Column])}' is the first that is not there",
            FaultKind.FieldCount => $"{count} fields where {layout.Names.Count} columns are: more than columns",
            FaultKind.Number =>
                $"'{shown}' in column '{Shown.Text(layout.Names[Column])}' is not a number (if it stands for a missing value, name it with "
                + "the input option missing=; to read other columns only, name those with columns=)",
            _ => $"'{shown}' in column '{Shown.Text(string.Join(" + ", layout.TimeColumns.Select(column => layout.Names[column])))}' is not a time in the order {layout.Date} (see the input options date= and time-columns=)",
        };
    }
}
