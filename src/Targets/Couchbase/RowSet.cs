namespace DbIngest.Targets.Couchbase;

/// <summary>
/// The rows of a batch whose keys exist already. <see cref="BatchAdd"/> and <c>CouchbaseDriverWriter</c> add them on the timed
/// path, each once, because the set does not look for duplicates. <see cref="CouchbaseStoredCheck"/> then compares the stored
/// documents with these rows. The writer reuses the set, so that no batch allocates.
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
