namespace DbIngest.Sources.Csv;

/// <summary>
/// Iterates over the fields of a row. <see cref="CsvReader"/>, <see cref="CsvSniffer"/> and <c>Nem12Reader</c> create one per
/// row, and so do the filter and the searches of delimited text. Copies nothing and allocates nothing. A field in quotes may
/// hold delimiters, and doubled quotes within it stay doubled. When the delimiter is the space, a run of spaces is one
/// delimiter.
/// </summary>
/// <param name="row">The row without its line end.</param>
internal ref struct CsvFields(ReadOnlySpan<byte> row, byte delimiter, byte? quote)
{
    private readonly ReadOnlySpan<byte> _row = delimiter == ' ' ? row.Trim((byte)' ') : row;
    private int _next;

    /// <summary>The row from the next field on.</summary>
    public readonly ReadOnlySpan<byte> Rest => _row[Math.Min(_next, _row.Length)..];

    /// <summary>True after the last field.</summary>
    public readonly bool AtEnd => _next > _row.Length;

    /// <summary>Skips a whole field, which the caller has parsed, and its delimiter.</summary>
    /// <param name="length">The field's length in bytes.</param>
    public void Skip(int length) => _next = AfterDelimiter(_next + length);

    /// <summary>Returns a field without the spaces and quotes around it. Empty if the row has fewer fields.</summary>
    /// <param name="row">The row without its line end.</param>
    /// <param name="delimiter">The delimiter.</param>
    /// <param name="quote">The quotation mark. Null without quotes.</param>
    /// <param name="column">Index of the field, from 0.</param>
    public static ReadOnlySpan<byte> FieldOf(ReadOnlySpan<byte> row, byte delimiter, byte? quote, int column)
    {
        var fields = new CsvFields(row, delimiter, quote);
        ReadOnlySpan<byte> field = default;
        for (int i = 0; i <= column; i++)
        {
            if (!fields.TryNext(out field))
            {
                return default;
            }
        }

        return field;
    }

    /// <summary>Moves to the next field.</summary>
    /// <param name="field">The field without the spaces and quotes around it.</param>
    /// <returns>False after the last field.</returns>
    public bool TryNext(out ReadOnlySpan<byte> field)
    {
        if (AtEnd)
        {
            field = default;
            return false;
        }

        var rest = _row[_next..];
        int from = 0;
        if (quote is { } mark && !rest.IsEmpty && (rest[0] == mark || rest[0] == ' '))
        {
            int spaces = rest.IndexOfAnyExcept((byte)' ');
            if (spaces >= 0 && rest[spaces] == mark)
            {
                from = ClosingQuote(rest, spaces + 1, mark);
            }
        }

        int length = rest[from..].IndexOf(delimiter);
        length = length < 0 ? rest.Length : from + length;
        field = rest[..length].Trim((byte)' ');
        if (quote is { } around && field.Length >= 2 && field[0] == around && field[^1] == around)
        {
            field = field[1..^1].Trim((byte)' ');
        }

        Skip(length);
        return true;
    }

    /// <summary>
    /// Returns where the search for the delimiter goes on: after the closing quote. A doubled quote closes nothing.
    /// </summary>
    private static int ClosingQuote(ReadOnlySpan<byte> rest, int from, byte mark)
    {
        while (true)
        {
            int found = rest[from..].IndexOf(mark);
            if (found < 0)
            {
                return rest.Length;
            }

            from += found + 1;
            if (from >= rest.Length || rest[from] != mark)
            {
                return from;
            }

            from++;
        }
    }

    private readonly int AfterDelimiter(int end)
    {
        int next = end + 1;
        while (delimiter == ' ' && next < _row.Length && _row[next] == ' ')
        {
            next++;
        }

        return next;
    }
}
