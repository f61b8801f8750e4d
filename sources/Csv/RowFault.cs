using System.Text;

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
    private const int MaxShown = 40;

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
                shown += (shown.Length > 0 ? " " : "") + Encoding.Latin1.GetString(field[..Math.Min(MaxShown, field.Length)]);
            }

            count++;
        }

        return Kind switch
        {
            FaultKind.FieldCount => $"{count} fields where {layout.Names.Count} columns are",
            FaultKind.Number =>
                $"'{shown}' in column '{layout.Names[Column]}' is not a number (if it stands for a missing value, name it with the input option missing=)",
            _ => $"'{shown}' is not a time in the order {layout.Date} (see the input options date= and time-columns=)",
        };
    }
}
