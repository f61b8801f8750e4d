namespace DbIngest.Sources.Csv;

/// <summary>
/// Walks through the fields of a row. A field in quotes may hold delimiters; runs of spaces are one delimiter when that is
/// the space.
/// </summary>
/// <param name="row">The row without its line end.</param>
/// <param name="delimiter">The byte between fields.</param>
/// <param name="quote">The byte that quotes fields, or null.</param>
internal ref struct CsvFields(ReadOnlySpan<byte> row, byte delimiter, byte? quote)
{
    private readonly ReadOnlySpan<byte> _row = delimiter == ' ' ? row.Trim((byte)' ') : row;
    private int _next;

    /// <summary>What is left of the row, from the field after the current one.</summary>
    public readonly ReadOnlySpan<byte> Rest => _row[Math.Min(_next, _row.Length)..];

    /// <summary>Whether there is no field left.</summary>
    public readonly bool AtEnd => _next > _row.Length;

    /// <summary>Passes over bytes that the caller has understood: a whole field and its delimiter.</summary>
    /// <param name="length">The field's length.</param>
    public void Skip(int length) => _next = AfterDelimiter(_next + length);

    /// <summary>Moves to the next field.</summary>
    /// <param name="field">The field without the spaces and the quotes around it.</param>
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

    /// <summary>Where the search for the delimiter goes on: behind the quote that is not doubled.</summary>
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
