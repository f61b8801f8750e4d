namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>A table in memory. Every access takes its lock; statements are short.</summary>
/// <param name="name">Its name, without the schema.</param>
/// <param name="columns">Its columns.</param>
public sealed class Table(string name, IReadOnlyList<Column> columns)
{
    private readonly Lock _lock = new();
    private List<object?[]> _rows = [];
    private long _count;

    public string Name { get; } = name;

    public IReadOnlyList<Column> Columns { get; } = columns;

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

    /// <summary>Adds rows, all or none.</summary>
    public void Add(IReadOnlyList<object?[]> rows, long count)
    {
        lock (_lock)
        {
            _rows.AddRange(rows);
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
}
