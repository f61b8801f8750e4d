namespace DbIngest.Targets.Null;

/// <summary>
/// Holds the records of a keyed table in this process, source by source, for a mix on the null target. <see cref="NullTarget"/>
/// opens and closes the records of a source per writer, and <see cref="NullRecordWriter"/> finds those of other sources. A source
/// process opens its target anew for load and mix, so <see cref="Attach"/> keeps the records of the last table. Thread-safe.
/// </summary>
internal sealed class NullTable(int valueCount)
{
    private static readonly Lock Keeping = new();
    private static (string Table, NullTable Records)? _kept;

    private readonly Lock _lock = new();
    private readonly Dictionary<int, (NullSource Rows, int Writers)> _sources = [];
    private readonly int _valueCount = valueCount;
    private NullSource?[] _bySource = new NullSource?[16];

    /// <summary>The records of each source that a writer has opened, also after it closed them.</summary>
    public IReadOnlyList<NullSource> All => [.. Volatile.Read(ref _bySource).OfType<NullSource>()];

    /// <summary>
    /// Returns this process's records of a table that another process prepared. Empty on the first call for a table. Drops the
    /// records of the previous table.
    /// </summary>
    /// <param name="table">Identity of the table, from <see cref="BookFolder.Table"/>.</param>
    /// <param name="valueCount">Values per record.</param>
    public static NullTable Attach(string table, int valueCount)
    {
        lock (Keeping)
        {
            if (_kept is not { } kept || kept.Table != table || kept.Records._valueCount != valueCount)
            {
                _kept = kept = (table, new NullTable(valueCount));
            }

            return kept.Records;
        }
    }

    /// <summary>Opens the records of a source for one more writer.</summary>
    /// <param name="source">The source, from 0.</param>
    public NullSource Open(int source)
    {
        lock (_lock)
        {
            var (rows, writers) = _sources.TryGetValue(source, out var known) ? known : (Add(source), 0);
            _sources[source] = (rows, writers + 1);
            return rows;
        }
    }

    /// <summary>Finds the records of a source on the timed path, without a lock. Null if no writer opened them.</summary>
    /// <param name="source">The source, from 0.</param>
    public NullSource? Find(int source)
    {
        var sources = Volatile.Read(ref _bySource);
        return source < sources.Length ? Volatile.Read(ref sources[source]) : null;
    }

    /// <summary>Closes the records of a source for one writer.</summary>
    /// <param name="rows">The records.</param>
    /// <returns>True if no other writer has them open.</returns>
    public bool Close(NullSource rows)
    {
        lock (_lock)
        {
            int writers = _sources[rows.Source].Writers - 1;
            _sources[rows.Source] = (rows, writers);
            return writers == 0;
        }
    }

    private NullSource Add(int source)
    {
        var larger = new NullSource?[Math.Max(_bySource.Length, source + 1)];
        _bySource.CopyTo(larger, 0);
        larger[source] = new NullSource(source, _valueCount);
        Volatile.Write(ref _bySource, larger);
        return larger[source]!;
    }
}
