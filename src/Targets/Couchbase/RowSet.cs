namespace DbIngest.Targets.Couchbase;

/// <summary>
/// A set of row numbers of a batch, which its owner reuses so that no batch allocates. <see cref="BatchAdd"/> and
/// <c>CouchbaseDriverWriter</c> collect rows with existing keys in it, each row once: the set itself does not look for a row that
/// it has.
/// </summary>
internal sealed class RowSet
{
    private int[] _rows = new int[16];

    /// <summary>Number of rows.</summary>
    public int Count { get; private set; }

    /// <summary>A row.</summary>
    /// <param name="index">Index from 0 to <see cref="Count"/> - 1.</param>
    public int this[int index] => _rows[index];

    /// <summary>Empties the set.</summary>
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
