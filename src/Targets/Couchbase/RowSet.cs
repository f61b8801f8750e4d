namespace DbIngest.Targets.Couchbase;

/// <summary>Some rows of a batch. Used again without allocating.</summary>
internal sealed class RowSet
{
    private int[] _rows = new int[16];

    /// <summary>How many there are.</summary>
    public int Count { get; private set; }

    /// <summary>One of them.</summary>
    /// <param name="index">Which.</param>
    public int this[int index] => _rows[index];

    /// <summary>Forgets all.</summary>
    public void Clear() => Count = 0;

    /// <summary>Adds a row.</summary>
    public void Add(int row)
    {
        if (Count == _rows.Length)
        {
            Array.Resize(ref _rows, 2 * Count);
        }

        _rows[Count++] = row;
    }
}
