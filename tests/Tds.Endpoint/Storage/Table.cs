namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>A table in memory. Every access takes its lock; statements are short.</summary>
/// <param name="name">Its name, without the schema.</param>
/// <param name="columns">Its columns.</param>
public sealed class Table(string name, IReadOnlyList<Column> columns)
{
    private readonly Lock _lock = new();
    private volatile IReadOnlyList<Column> _columns = columns;
    private List<object?[]> _rows = [];
    private long _count;

    public string Name { get; } = name;

    /// <summary>The columns. <see cref="Widen"/> replaces the list, and changes none.</summary>
    public IReadOnlyList<Column> Columns => _columns;

    /// <summary>Whether rows are only counted, not kept: for measuring clients.</summary>
    public bool IsSink { get; init; }

    /// <summary>Rows that were inserted and are there.</summary>
    public long Count
    {
        get
        {
            lock (_lock)
            {
                return _count;
            }
        }
    }

    /// <summary>The rows as of now.</summary>
    public IReadOnlyList<object?[]> Rows
    {
        get
        {
            lock (_lock)
            {
                return [.. _rows];
            }
        }
    }

    public int ColumnAt(string column)
    {
        for (int i = 0; i < Columns.Count; i++)
        {
            if (string.Equals(Columns[i].Name, column, StringComparison.OrdinalIgnoreCase))
            {
                return i;
            }
        }

        throw new ServerErrorException(207, $"Invalid column name '{column}'.");
    }

    /// <summary>Whether it has a column of this name.</summary>
    public bool Has(string column) =>
        Columns.Any(own => string.Equals(own.Name, column, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// Gives the table more columns. They are NULL in the rows that are there, and in those that come without them.
    /// </summary>
    /// <exception cref="ServerErrorException">It has one of them, or one is NOT NULL. It then gets none.</exception>
    public void Widen(IReadOnlyList<Column> added)
    {
        lock (_lock)
        {
            foreach (var column in added)
            {
                if (Has(column.Name))
                {
                    throw new ServerErrorException(2705,
                        $"Column names in each table must be unique. Column name '{column.Name}' in table '{Name}' is specified "
                        + "more than once.");
                }

                if (!column.IsNullable)
                {
                    throw new ServerErrorException(40515, "Adding a column that is NOT NULL is not part of this endpoint.");
                }
            }

            // Who sees the new columns must find rows that have them.
            IReadOnlyList<Column> whole = [.. _columns, .. added];
            _rows = _rows.ConvertAll(row => Padded(row, whole.Count));
            _columns = whole;
        }
    }

    /// <summary>
    /// Adds rows, all or none. A row that lacks the last columns, because the table got them meanwhile, has NULL in them.
    /// </summary>
    public void Add(IReadOnlyList<object?[]> rows, long count)
    {
        lock (_lock)
        {
            _rows.AddRange(rows.Select(row => Padded(row, _columns.Count)));
            _count += count;
        }
    }

    /// <summary>Takes rows out.</summary>
    /// <returns>How many.</returns>
    public long Remove(Predicate<object?[]> isMeant)
    {
        lock (_lock)
        {
            int removed = _rows.RemoveAll(isMeant);
            _count -= removed;
            return removed;
        }
    }

    /// <summary>Replaces rows by changed ones.</summary>
    /// <returns>How many.</returns>
    public long Update(Predicate<object?[]> isMeant, Func<object?[], object?[]> change)
    {
        lock (_lock)
        {
            long changed = 0;
            for (int i = 0; i < _rows.Count; i++)
            {
                if (isMeant(_rows[i]))
                {
                    _rows[i] = change(_rows[i]);
                    changed++;
                }
            }

            return changed;
        }
    }

    public void Clear()
    {
        lock (_lock)
        {
            _rows = [];
            _count = 0;
        }
    }

    private static object?[] Padded(object?[] row, int length) =>
        row.Length >= length ? row : [.. row, .. new object?[length - row.Length]];
}
