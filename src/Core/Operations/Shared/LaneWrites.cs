namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// What one lane remembers of its writes to shared records: of each record its last acknowledged write, and every write that may
/// still take effect. <see cref="LaneHistory"/> has one per lane, and only the lane's thread changes it.
/// <see cref="SharedReplay"/> fills another one for <c>verify</c> from the replay of the lane.
/// </summary>
/// <remarks>
/// One entry of 32 bytes for each record that the lane has written, in a table of which three quarters or less are in use: 43 to
/// 86 bytes, and half as much again while the table doubles. A lane may write 2^24 records (<see cref="RecordTable{T}"/>), which
/// take up to 1 GB.
/// </remarks>
/// <param name="bits">The split of versions.</param>
/// <param name="lane">The lane over all sources, from 0.</param>
internal sealed class LaneWrites(VersionBits bits, int lane)
{
    private readonly List<LastWrite> _lasting = [];
    private readonly RecordTable<Entry> _entries = new();

    /// <summary>Records that the lane has written.</summary>
    public int Records => _entries.Count;

    /// <summary>Acknowledged writes of which an earlier attempt may still take effect.</summary>
    public int Repeated => _lasting.Count(write => write.Start != LastWrite.Never);

    /// <summary>Counts a new write to a record.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version that the write must have.</param>
    /// <returns>False if the lane has written the record as often as a version can count, so that the trial must end.</returns>
    /// <exception cref="DbIngest.Abstractions.Targets.TargetException">The lane has written too many records.</exception>
    public bool TryBegin(long record, out int version)
    {
        ref var entry = ref _entries.At(record);
        if (entry.Begun == bits.MostWrites)
        {
            version = 0;
            return false;
        }

        version = bits.Of(lane, ++entry.Begun);
        return true;
    }

    /// <summary>Books a write as acknowledged.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version from <see cref="TryBegin"/>.</param>
    /// <param name="start">Start of the attempt that was acknowledged, or the write timestamp by which it wins.</param>
    /// <param name="end">When the write was acknowledged, or the write timestamp.</param>
    /// <param name="isLasting">True if an earlier attempt of the write may still take effect.</param>
    public void Acknowledge(long record, int version, long start, long end, bool isLasting)
    {
        ref var entry = ref _entries.At(record);
        entry.Acknowledged = bits.CountOf(version);
        entry.Start = start;
        entry.End = end;
        if (isLasting)
        {
            _lasting.Add(new LastWrite(record, version, start, LastWrite.Always));
        }
    }

    /// <summary>Books a write that was given up, so that it may or may not take effect.</summary>
    public void GiveUp(long record, int version) =>
        _lasting.Add(new LastWrite(record, version, LastWrite.Never, LastWrite.Always));

    /// <summary>The lane's count of its last acknowledged write to a record. 0 without one.</summary>
    public int AcknowledgedOf(long record) => _entries.Peek(record).Acknowledged;

    /// <summary>The lane's count of its last write to a record that it has begun. 0 without one.</summary>
    public int BegunOf(long record) => _entries.Peek(record).Begun;

    /// <summary>True if a write of this lane to the record may still take effect.</summary>
    public bool IsLasting(long record, int version) =>
        _lasting.Count > 0 && _lasting.Exists(write => write.Record == record && write.Version == version);

    /// <summary>
    /// Adds each last acknowledged write, and each write that may still take effect, to a list for the check after the trial.
    /// </summary>
    /// <param name="writes">Receives the writes in any order.</param>
    public void AddTo(List<LastWrite> writes)
    {
        foreach (var (record, entry) in _entries.All())
        {
            if (entry.Acknowledged > 0)
            {
                writes.Add(new LastWrite(record, bits.Of(lane, entry.Acknowledged), entry.Start, entry.End));
            }
        }

        writes.AddRange(_lasting);
    }

    private struct Entry
    {
        public int Begun;
        public int Acknowledged;
        public long Start;
        public long End;
    }
}
