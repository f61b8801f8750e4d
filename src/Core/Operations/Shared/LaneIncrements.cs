namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Counts the increments of one lane (<c>rmw</c>, <c>rmw-plain</c>): for each record how many were acknowledged and how many may
/// have taken effect besides. <see cref="LaneHistory"/> has one per lane, and only the lane's thread changes it.
/// <see cref="SharedReplay"/> fills another one for <c>verify</c>. It has an entry of 24 bytes for each record that the lane has
/// incremented. <see cref="RecordTable{T}"/> bounds their number.
/// </summary>
internal sealed class LaneIncrements
{
    /// <summary>Most increments that the version of a record can count.</summary>
    public const int Most = (1 << VersionBits.All) - 1;

    private readonly RecordTable<Entry> _entries = new();

    /// <summary>Records that the lane has incremented, or was about to.</summary>
    public int Records => _entries.Count;

    /// <summary>Makes room for a record before it is incremented.</summary>
    /// <param name="record">Index of the record.</param>
    /// <exception cref="DbIngest.Abstractions.Targets.TargetException">The lane has incremented too many records.</exception>
    public void Reserve(long record) => _entries.At(record);

    /// <summary>Books an acknowledged increment.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version that it wrote.</param>
    public void Acknowledge(long record, int version)
    {
        ref var entry = ref _entries.At(record);
        entry.Acknowledged++;
        entry.Highest = Math.Max(entry.Highest, version);
    }

    /// <summary>Books an attempt that may have taken effect although it was not acknowledged.</summary>
    public void Doubt(long record) => _entries.At(record).InDoubt++;

    /// <summary>The highest version that the lane itself has written to a record.</summary>
    public int HighestOf(long record) => _entries.Peek(record).Highest;

    /// <summary>Lists the increments of each record, acknowledged or in doubt.</summary>
    public IEnumerable<RecordIncrements> All() =>
        _entries.All().Where(entry => entry.Known.Acknowledged + entry.Known.InDoubt > 0)
            .Select(entry => new RecordIncrements(entry.Record, entry.Known.Acknowledged, entry.Known.InDoubt));

    private struct Entry
    {
        public int Acknowledged;
        public int InDoubt;
        public int Highest;
    }
}
